import Libsql from 'libsql';
import { insertions } from './insert-rows';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'alike',
    word: `word ${index}`,
    none: null,
    number: index % 2,
  }));

function inserted(statements: readonly { sql: string; parameters: readonly unknown[] }[]): unknown[] {
  const database = new Libsql(':memory:');
  database.exec('CREATE TABLE words (id INTEGER PRIMARY KEY AUTOINCREMENT, kind, word, none, number)');
  for (const { sql, parameters } of statements) database.prepare(sql).run(parameters);
  const found = database.prepare('SELECT kind, word, none, number FROM words ORDER BY id').all([]);
  database.close();
  return found;
}

describe('insertions', () => {
  it('insert the same rows with numbered parameters, and bind what rows have in common once', () => {
    const rows = rowsOf(128 + 16);
    const statements = insertions('words', rows);
    const numbered = statements.map((statement) => statement.numbered!);
    expect(numbered.map(({ parameters }) => parameters.length)).toEqual([2 + 128 * 2, 2 + 16 * 2]);
    expect(inserted(numbered)).toEqual(rows);
    expect(inserted(statements)).toEqual(rows);
  });

  it('number no parameters of few rows', () => {
    expect(insertions('words', rowsOf(12)).map(({ numbered }) => numbered)).toEqual([undefined, undefined]);
  });

  it('make a text once', () => {
    const [first, second] = [insertions('words', rowsOf(32)), insertions('words', rowsOf(32))];
    expect(first[0].sql).toBe(second[0].sql);
    const [other] = insertions(
      'words',
      rowsOf(32).map((row) => ({ ...row, number: 1 })),
    );
    expect(other.numbered!.sql).not.toBe(first[0].numbered!.sql);
  });
});
