import { setNewest } from './newest-entries';

describe('setNewest', () => {
  it('keeps the entries that were set last', () => {
    const entries = new Map<string, number>();
    for (const [index, key] of ['a', 'b', 'c', 'a', 'd'].entries()) setNewest(entries, 3, key, index);
    expect([...entries]).toEqual([
      ['c', 2],
      ['a', 3],
      ['d', 4],
    ]);
  });
});
