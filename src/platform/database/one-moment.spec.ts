import Libsql from 'libsql';
import { atOneMoment, type Part, rowsOfParts } from './one-moment';

const PARTS: Part[] = [
  { texts: [], numbers: ['id', 'size'], from: 'FROM things WHERE size > ?', parameters: [1] },
  {
    texts: ['name'],
    numbers: ['id'],
    from: 'FROM things WHERE name IN (?, ?)',
    parameters: ['one', 'two'],
    hint: '/* */',
  },
  { texts: ['name'], numbers: [], from: 'FROM things WHERE id = ?', parameters: [0] },
];

it('one statement reads the rows of several, each with its own columns', () => {
  const database = new Libsql(':memory:');
  database.exec(
    "CREATE TABLE things (id, size, name); INSERT INTO things VALUES (1, 1, 'one'), (2, 9007199254740991, 'two')",
  );
  const { sql, parameters } = atOneMoment(PARTS);
  const rows = database
    .prepare(sql)
    .raw()
    .all(...parameters) as unknown[][];
  expect(rowsOfParts(PARTS, rows)).toEqual([
    [[2, 9007199254740991]],
    [
      ['one', 1],
      ['two', 2],
    ],
    [],
  ]);
  database.close();
});
