import * as fc from 'fast-check';
import { randomCases } from '../../test/support/cases';
import type { Column } from './columns';
import { fromCsvCell, toCsvCell } from '../platform/http/answers/csv-cell';
import { readCsv } from './read-csv';
import { writeRows } from './write-rows';

/** Any Unicode text, and many texts made of the characters that matter here. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '"', ',', ';', '\t', '\r', '\n', ' ', '\uff1d', '\ufeff', 'x'),
  }),
);
const unquoted = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

describe('a cell', () => {
  it.each([
    ['plain', 'plain'],
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', '"\'\r\'=1"'],
    ['x;=1+1', "x;'=1+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x\n-1', '"x\n\'-1"'],
    ['x;"=1+1"', `"x;'""=1+1"""`],
    ["x;'=1;\uff1d1;y=1", "x;''=1;'\uff1d1;y=1"],
    ['\uff1d1', "'\uff1d1"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ["'plain", "'plain"],
    ["O'=Hara", "O'=Hara"],
    ['a,b', '"a,b"'],
    ['say "so"', '"say ""so"""'],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
  ])('of %j is %j', (text, cell) => {
    expect(toCsvCell(text)).toBe(cell);
    expect(fromCsvCell(unquoted(cell))).toBe(text);
  });

  it('is never a formula, and comes back as it was, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cell = unquoted(toCsvCell(text));
        expect(cell).not.toMatch(/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/);
        // Nor is any part of it: some programs end a cell at these characters even in quotes.
        for (const part of toCsvCell(text).split(/[;\t\r\n]/))
          expect(part).not.toMatch(/^"*[=+\-@\uff1d\uff0b\uff0d\uff20]/);
        expect(fromCsvCell(cell)).toBe(text);
      }),
      { numRuns: randomCases(2000) },
    );
  });
});

it('a file comes back as it was, whatever is in it and wherever it is cut into pieces', async () => {
  const columns: Column[] = [
    { name: 'first', type: 'text' },
    { name: 'second', type: 'text' },
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ first: anyText, second: anyText })),
      fc.integer({ min: 1, max: 20 }),
      async (records, size) => {
        let text = '';
        for await (const piece of writeRows('csv', { columns, pages: () => toAsync([records]) })) text += piece;
        const rows = [];
        for await (const batch of readCsv(inPieces(Buffer.from(text), size), columns)) rows.push(...batch);
        // An empty cell is an omitted field.
        const filled = ({ values }: { values: object }) => Object.assign({ first: '', second: '' }, values);
        expect(rows.map((row) => filled(row as { values: object }))).toEqual(records);
      },
    ),
    { numRuns: randomCases(300) },
  );
});

async function* toAsync<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}

function inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return toAsync(pieces);
}
