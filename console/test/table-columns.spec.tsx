import type { Column } from '../src/table/column';
import { fitting } from '../src/table/use-fitting';

const column = (id: string, rank?: number): Column<object> => ({ id, title: id, width: 100, rank, cell: () => id });
const shown = (room: number, ...columns: Column<object>[]) => fitting(columns, room).map(({ id }) => id);

describe('columns that don’t fit', () => {
  it('give way by their rank, and the others keep their order', () => {
    const columns = [column('name'), column('url', 3), column('visits', 1), column('state', 2)];
    expect(shown(400, ...columns)).toEqual(['name', 'url', 'visits', 'state']);
    expect(shown(399, ...columns)).toEqual(['name', 'visits', 'state']);
    expect(shown(250, ...columns)).toEqual(['name', 'visits']);
  });

  it('give way from the end without one; the first stays, and so do those that somebody chose', () => {
    expect(shown(250, column('a'), column('b'), column('c'))).toEqual(['a', 'b']);
    expect(shown(50, column('a'), column('b'))).toEqual(['a']);
    expect(shown(50, column('a', 0), column('b', 0))).toEqual(['a', 'b']);
  });
});
