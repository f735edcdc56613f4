import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { damaged } from './backup-fault';
import type { BackupEnd, BackupHeader, RowsHead } from './contents';

const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);

/** A higher level is hardly smaller, and takes several times as long. */
const LEVEL = 2;
/** Unpacked size of one portion: a page is about a megabyte, or a single row. */
const MOST_BYTES = 256_000_000;

const [HEADER, ROWS, END] = [1, 2, 3];

export type Cell = string | number | null;

export interface Rows {
  readonly kind: 'rows';
  readonly head: RowsHead;
  /** JSON: an array of rows, each an array. */
  readonly text: string;
}

/** Header, the rows table by table, and the end. */
export type Portion =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | Rows
  | { readonly kind: 'end'; readonly end: BackupEnd };

export async function pack(portion: Portion): Promise<Buffer> {
  if (portion.kind === 'rows') {
    const text = `${JSON.stringify(portion.head)}\n${portion.text}`;
    return Buffer.concat([Buffer.of(ROWS), await deflated(text, { level: LEVEL })]);
  }
  const [type, content] = portion.kind === 'header' ? [HEADER, portion.header] : [END, portion.end];
  return Buffer.concat([Buffer.of(type), Buffer.from(JSON.stringify(content))]);
}

/** @throws {BackupFault} if it isn't a portion */
export async function unpack(bytes: Buffer): Promise<Portion> {
  try {
    const content = bytes.subarray(1);
    if (bytes[0] === HEADER) return { kind: 'header', header: headerOf(content.toString()) };
    if (bytes[0] === END) return { kind: 'end', end: endOf(content.toString()) };
    if (bytes[0] === ROWS) return splitRows((await inflated(content, { maxOutputLength: MOST_BYTES })).toString());
  } catch {
    // The parsers' messages don't help.
  }
  throw damaged('a portion of it has no content that makes sense');
}

/** Its sum is checked at the end; until then, what is shown of it must be there. */
function headerOf(text: string): BackupHeader {
  const header = JSON.parse(text) as Partial<BackupHeader>;
  if (typeof header.rows !== 'object' || header.rows === null) throw new TypeError('The number of rows is missing.');
  return header as BackupHeader;
}

function endOf(text: string): BackupEnd {
  const end = JSON.parse(text) as Partial<BackupEnd>;
  if (!Array.isArray(end.tables)) throw new TypeError('The sums of the tables are missing.');
  return end as BackupEnd;
}

function splitRows(text: string): Portion {
  const end = text.indexOf('\n');
  const head = JSON.parse(text.slice(0, end)) as Partial<RowsHead>;
  if (!Array.isArray(head.columns) || !Array.isArray(head.binary)) throw new TypeError('The columns are missing.');
  return { kind: 'rows', head: head as RowsHead, text: text.slice(end + 1) };
}

/** Rows as JSON: bytes become base64. */
export function toText(rows: (Cell | Buffer)[][], { binary }: RowsHead): string {
  for (const place of binary) {
    for (const row of rows) if (row[place] instanceof Buffer) row[place] = row[place].toString('base64');
  }
  return JSON.stringify(rows);
}

/** @throws {BackupFault} if it isn't an array of rows */
export function toRows({ head: { table, columns, binary }, text }: Rows): (Cell | Buffer)[][] {
  let rows: (Cell | Buffer)[][];
  try {
    rows = JSON.parse(text) as Cell[][];
  } catch {
    throw damaged(`the rows of ${table} can't be read`);
  }
  if (!Array.isArray(rows) || rows.some((row) => row?.length !== columns.length))
    throw damaged(`rows of ${table} are not whole`);
  for (const place of binary) {
    for (const row of rows) if (typeof row[place] === 'string') row[place] = Buffer.from(row[place], 'base64');
  }
  return rows;
}
