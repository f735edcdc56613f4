/** A field of a record in imports and exports. */
export interface Column {
  /** Its name in exports: the one that it has in the objects of the API. */
  readonly name: string;
  /** Its name on creation, where that is another one. Imports take both. */
  readonly field?: string;
  /** Times are milliseconds since the Unix epoch; of `timeText`, the API's objects have the digits as text. */
  readonly type: 'text' | 'integer' | 'flag' | 'time' | 'timeText';
}

/** One row of a file: its values by their names on creation, or what is wrong with it. */
export type Row = { readonly values: Readonly<Record<string, unknown>> } | { readonly problem: string };

/** Most bytes that a row may have. */
export const ROW_BYTES = 65_536;
export const ROW_TOO_LONG = 'The row is longer than 64 kB.';
export const NOT_UTF8 = 'The row is not valid UTF-8.';

/** Record ids are the database's own: an import takes rows that have them, and gives new ones. */
const IGNORED: Column = { name: 'id', type: 'integer' };

/** Finds a column by either of its names; undefined for a name that there isn't, null for one that is ignored. */
export function columnFinder(columns: readonly Column[]): (name: string) => Column | null | undefined {
  const found = new Map<string, Column | null>([[IGNORED.name, null]]);
  for (const column of columns) found.set(column.name, column).set(fieldOf(column), column);
  return (name) => found.get(name);
}

export const fieldOf = ({ name, field = name }: Column): string => field;

/** All names that an import knows, for people. */
export function namesOf(columns: readonly Column[]): string {
  return columns.map((column) => (column.field ? `${column.name} (or ${column.field})` : column.name)).join(', ');
}

export const unknownColumn = (name: string, columns: readonly Column[]): string =>
  `"${name.slice(0, 64)}" is no column of this import; there are ${namesOf(columns)}.`;

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Takes away the mark that some programs put in front of UTF-8. */
export async function* withoutByteOrderMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (!start) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < BYTE_ORDER_MARK.length) continue;
    yield start.indexOf(BYTE_ORDER_MARK) === 0 ? start.subarray(BYTE_ORDER_MARK.length) : start;
    start = undefined;
  }
  if (start) yield start;
}
