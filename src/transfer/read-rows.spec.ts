import type { Column, Reading, Row } from './columns';
import type { Format } from '../platform/http/answers/table-file';
import { readRows } from './formats';

const COLUMNS: Column[] = [
  { name: 'uuid', field: 'uid', type: 'text' },
  { name: 'product', field: 'pid', type: 'integer' },
  { name: 'status', type: 'flag' },
  { name: 'expiresAt', type: 'time' },
  { name: 'createdAt', type: 'timeText' },
];
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const STRAY = expect.stringContaining('quoted');

async function* inPieces(pieces: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece as string);
}

function contentOf(row: Row): unknown {
  if ('problem' in row) return row;
  return row.mistakes ? { problem: row.mistakes[0].message } : row.values;
}

/** The rows of a file, and the message of the error if reading ended early. */
async function read(format: Format, ...pieces: (string | Buffer)[]): Promise<unknown[]> {
  const rows: unknown[] = [];
  try {
    for await (const batch of readRows(format, inPieces(pieces), COLUMNS)) {
      rows.push(...batch.map(contentOf));
    }
  } catch (error) {
    rows.push((error as Error).message);
  }
  return rows;
}

describe('CSV', () => {
  it.each<[string, (string | Buffer)[], unknown[]]>([
    ['both names of a column', ['uid,product\na,1\n'], [{ uid: 'a', pid: 1 }]],
    ['no newline at the end', ['uuid\na'], [{ uid: 'a' }]],
    ['CRLF, LF and empty lines', ['uuid\r\na\r\n\r\n\nb\n'], [{ uid: 'a' }, { uid: 'b' }]],
    ['quotes, commas and line breaks', ['uuid,pid\n"a,""b""\r\nc",1\n'], [{ uid: 'a,"b"\r\nc', pid: 1 }]],
    ['an empty cell as a field left out', ['uuid,pid,status\na,,""\n'], [{ uid: 'a' }]],
    ['a byte order mark', ['\ufeff"uuid"\na\n'], [{ uid: 'a' }]],
    ['a byte order mark cut in two', [Buffer.from([0xef, 0xbb]), Buffer.from([0xbf]), 'uuid\na\n'], [{ uid: 'a' }]],
    ['characters cut in two', [Buffer.from([...Buffer.from('uuid\n'), 0xc3]), Buffer.from([0xa9])], [{ uid: 'é' }]],
    ['a formula that is harmless', ["uuid\n'=1\n''=1\n'x\n"], [{ uid: '=1' }, { uid: "'=1" }, { uid: "'x" }]],
    [
      'flags as spreadsheets write them',
      ['status\nTRUE\nfalse\n1\n0\n'],
      [true, false, true, false].map((status) => ({ status })),
    ],
    ['what is no flag, for the validators', ['status\nconstructor\n'], [{ status: 'constructor' }]],
    [
      'what is no integer, for the validators',
      ['pid\n1.5\n-1\n1e3\n'],
      [{ pid: '1.5' }, { pid: '-1' }, { pid: '1e3' }],
    ],
    ['an id, which is ignored', ['id,uuid\n7,a\n'], [{ uid: 'a' }]],
    ['a NUL, for the validators', ['uuid\na\0b\n'], [{ uid: 'a\0b' }]],
    [
      'too few cells',
      ['uuid,pid\na\nb,1\n'],
      [{ problem: 'The row has 1 cell, and the first line 2.' }, { uid: 'b', pid: 1 }],
    ],
    ['too many cells', ['uuid\na,b\nc\n'], [{ problem: 'The row has 2 cells, and the first line 1.' }, { uid: 'c' }]],
    [
      'bytes that are no UTF-8',
      [Buffer.from('uuid\na\xff\nb\n', 'latin1')],
      [{ problem: 'The row is not valid UTF-8.' }, { uid: 'b' }],
    ],
    [
      'quotes within a cell',
      ['uuid,pid\na"b"c,1\nd,2\ne"f,3\n'],
      [{ problem: STRAY }, { uid: 'd', pid: 2 }, { problem: STRAY }],
    ],
    ['a quote after which a row has no end', ['uuid\na\n"b"c\nd\n'], [{ uid: 'a' }, expect.stringContaining('line 3')]],
    ['a quote that is not closed', ['uuid\na\n"b\nc\n'], [{ uid: 'a' }, expect.stringContaining('quotes')]],
    [
      'a quote that is not closed for long',
      ['uuid\na\n"b\n', ...times(4, 'x'.repeat(50_000))],
      [{ uid: 'a' }, expect.stringContaining('64 kB')],
    ],
    [
      'a row of cells without end',
      ['uuid\na\n', ...times(4, ','.repeat(50_000))],
      [{ uid: 'a' }, expect.stringContaining('64 kB')],
    ],
    ['an unknown column', ['uuid,colour\na,red\n'], [expect.stringContaining('"colour" is no column')]],
    ['a column that comes twice', ['uuid,pid,uid\na,1,b\n'], [expect.stringContaining('uuid twice')]],
    [
      'semicolons, as a European Excel writes them',
      ['\ufeffuuid;product\r\n"a;b";1\r\n"c,d";2\r\n'],
      [
        { uid: 'a;b', pid: 1 },
        { uid: 'c,d', pid: 2 },
      ],
    ],
    [
      'tabs',
      ['uuid\tproduct\na b\t1\n"c\td"\t2\n'],
      [
        { uid: 'a b', pid: 1 },
        { uid: 'c\td', pid: 2 },
      ],
    ],
    [
      'semicolons in a first line cut in pieces, after empty lines',
      ['\r\n', '\n"uu', 'id";prod', 'uct\na', ';1\n'],
      [{ uid: 'a', pid: 1 }],
    ],
    ['semicolons, and no newline at all', ['uuid;product'], []],
    ['semicolons in cells between commas', ['uuid,product\na;b,1\n'], [{ uid: 'a;b', pid: 1 }]],
    ['semicolons in a column of its own', ['uuid\na;b\tc\n'], [{ uid: 'a;b\tc' }]],
    [
      'a separator that nobody knows',
      ['uuid|product\na|1\n'],
      [expect.stringContaining('"uuid|product" is no column')],
    ],
    [
      'times as people and programs write them',
      [
        'expiresAt,createdAt\n2027-01-31,2027-01-31T12:00:00Z\n2027-01-31T12:00:00+02:00,1767225600000\n1798761600000,\n0,\n',
      ],
      [
        { expiresAt: 1801353600000, createdAt: '1801396800000' },
        { expiresAt: 1801389600000, createdAt: '1767225600000' },
        { expiresAt: 1798761600000 },
        { expiresAt: 0 },
      ],
    ],
    [
      'times before 2001, which are meant only where they are dates',
      ['expiresAt,createdAt\n1767225600,\n946684800000,\n,1767225600\n1999-12-31,1970-01-02\n0,0\n'],
      [
        {
          problem:
            'expiresAt 1767225600 looks like seconds: send milliseconds, 1767225600000, for 2026-01-01T00:00:00.000Z.',
        },
        { problem: 'expiresAt 946684800000 is before 2001: write it as a date, 2000-01-01T00:00:00.000Z.' },
        { problem: expect.stringMatching(/^createdAt 1767225600 looks like seconds/) },
        { expiresAt: 946598400000, createdAt: '86400000' },
        { expiresAt: 0, createdAt: '0' },
      ],
    ],
    [
      'what is no time',
      ['expiresAt,createdAt\n31.02.2027,\n2027-01-31 12:00:00,\n1.8E+12,\n,1/31/27\n'],
      [
        ...times(3, { problem: expect.stringMatching(/^expiresAt must be an ISO date such as 2027-01-31/) }),
        { problem: expect.stringMatching(/^createdAt must be an ISO date/) },
      ],
    ],
    ['a quote in the first line', ['uu"id\na\n'], [expect.stringContaining('line 1')]],
    ['nothing', [], [expect.stringContaining('must name the columns')]],
  ])('with %s', async (_, pieces, rows) => {
    expect(await read('csv', ...pieces)).toEqual(rows);
  });
});

describe('NDJSON', () => {
  const long = JSON.stringify({ uid: 'x'.repeat(70_000) });
  it.each<[string, (string | Buffer)[], unknown[]]>([
    ['both names of a column', ['{"uid":"a","product":1}\n{"uuid":"b"}\n'], [{ uid: 'a', pid: 1 }, { uid: 'b' }]],
    [
      'no newline at the end, and CRLF and empty lines before',
      ['{"uid":"a"}\r\n\r\n\n{"uid":"b"}'],
      [{ uid: 'a' }, { uid: 'b' }],
    ],
    ['a byte order mark', ['\ufeff{"uid":"a"}\n'], [{ uid: 'a' }]],
    [
      'characters cut in two',
      [Buffer.from([...Buffer.from('{"uid":"'), 0xc3]), Buffer.from([0xa9]), '"}'],
      [{ uid: 'é' }],
    ],
    ['text as it is', ['{"uid":"\'=1","status":"true"}'], [{ uid: "'=1", status: 'true' }]],
    ['null as a field left out, and an id, which is ignored', ['{"id":7,"uid":"a","pid":null}'], [{ uid: 'a' }]],
    [
      'what is no object',
      ['[]\n1\nnull\n{\n{"uid":"a"}\n'],
      [...times(4, { problem: 'The line must be a JSON object.' }), { uid: 'a' }],
    ],
    [
      'lists and objects',
      ['{"uid":{"a":1}}\n{"uid":["a"]}\n'],
      times(2, { problem: 'uid must not be a list or an object.' }),
    ],
    [
      'a list without end',
      [`{"uid":${'['.repeat(30_000)}${']'.repeat(30_000)}}\n`],
      [{ problem: expect.stringContaining('list') }],
    ],
    [
      'an unknown field',
      ['{"uid":"a","__proto__":1}\n'],
      [{ problem: expect.stringContaining('"__proto__" is no column') }],
    ],
    ['a field that comes twice', ['{"uid":"a","uuid":"b"}\n'], [{ problem: 'The line gives uuid twice.' }]],
    [
      'bytes that are no UTF-8',
      [Buffer.from('{"uid":"\xff"}\n{"uid":"b"}', 'latin1')],
      [{ problem: 'The row is not valid UTF-8.' }, { uid: 'b' }],
    ],
    [
      'a line that is too long',
      [long.slice(0, 30_000), long.slice(30_000), '\n{"uid":"b"}'],
      [{ problem: 'The row is longer than 64 kB.' }, { uid: 'b' }],
    ],
    ['a line without end', times(5, 'x'.repeat(50_000)), [{ problem: 'The row is longer than 64 kB.' }]],
    ['nothing', [], []],
  ])('with %s', async (_, pieces, rows) => {
    expect(await read('ndjson', ...pieces)).toEqual(rows);
  });
});

describe('dates as people write them', () => {
  const rowsOf = async (file: string, reading: Reading): Promise<Row[]> => {
    const rows: Row[] = [];
    for await (const batch of readRows('csv', inPieces([file]), COLUMNS, reading)) rows.push(...batch);
    return rows;
  };
  const readCell = async (text: string, reading: Reading): Promise<unknown> => {
    const [row] = await rowsOf(`expiresAt\n"${text}"\n`, reading);
    return contentOf(row);
  };
  const at = (...parts: [number, number, number, number?, number?]) => ({ expiresAt: Date.UTC(...parts) });

  it.each<[string, Reading['dates'], unknown]>([
    ['31.12.2027', undefined, at(2027, 11, 31)],
    ['1.2.2027', 'mdy', at(2027, 1, 1)],
    ['31.12.2027 9:30', undefined, at(2027, 11, 31, 9, 30)],
    ['31.12.2027, 09:30', undefined, at(2027, 11, 31, 9, 30)],
    ['12/31/2027', 'mdy', at(2027, 11, 31)],
    ['1/2/2027', 'mdy', at(2027, 0, 2)],
    ['1/2/2027', 'dmy', at(2027, 1, 1)],
    ['3/3/2027', undefined, at(2027, 2, 3)],
    ['12/31/2027', undefined, { problem: expect.stringMatching(/^expiresAt 12\/31\/2027 may begin .* --dates\)\.$/) }],
    ['12/31/2027', 'dmy', { problem: expect.stringMatching(/^expiresAt must be/) }],
    ['29.2.2027', undefined, { problem: expect.stringMatching(/^expiresAt must be/) }],
    ['31.12/2027', 'dmy', { problem: expect.stringMatching(/^expiresAt must be/) }],
  ])('%s with %s', async (text, dates, expected) => {
    expect(await readCell(text, { dates })).toEqual(expected);
  });

  it('a row keeps what is wrong beside what isn’t, and takes from others what it lacks', async () => {
    const file = 'uid,pid,expiresAt,createdAt\na,,soon,never\nb,7,,\n';
    expect(await rowsOf(file, { others: { pid: 6 } })).toEqual([
      {
        values: { uid: 'a', pid: 6, expiresAt: 'soon', createdAt: 'never' },
        mistakes: [
          { field: 'expiresAt', message: expect.stringContaining('expiresAt must be') },
          { field: 'createdAt', message: expect.stringContaining('createdAt must be') },
        ],
      },
      { values: { uid: 'b', pid: 7 } },
    ]);
  });
});
