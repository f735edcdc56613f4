import { toCell } from './csv';
import type { FileHead } from './file-head';
import type { Matching } from './matching';

/** A portion is small enough for every proxy, and its answer for every browser that sends all before it reads. */
const PORTION_BYTES = 256 * 1024;
const PORTION_ROWS = 2000;
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** The API ignores a column of this name, as often as it comes. */
const LEFT_OUT = 'id';

/** Some rows of a file, as they are sent. */
export interface Portion {
  /** Counted from 1: the same for the same file. */
  number: number;
  /** Where its rows begin and end in the file, in bytes. */
  start: number;
  end: number;
  body: Blob;
  /** The bytes of its rows as they are in the file, in the order in which the API counts them. */
  rowAt: (row: number) => Uint8Array;
}

/** Reads a file in portions of whole rows, whatever its length; no more of it is kept than one portion. */
export async function* portionsOf(
  file: File,
  head: FileHead,
  matching: Matching,
  from: { start: number; number: number },
): AsyncGenerator<Portion> {
  let { start, number } = from;
  while (start < file.size) {
    const bytes = new Uint8Array(await file.slice(start, start + PORTION_BYTES).arrayBuffer());
    const isLast = start + bytes.length >= file.size;
    const rows = rowsOf(bytes, head, isLast);
    // A row as long as this is refused by the API, which says so.
    const length = rows.at(-1)?.[1] ?? bytes.length;
    const content = bytes.subarray(0, length);
    const body = head.format === 'csv' ? csvBody(content, head, matching) : objectsBody(content, rows, head, matching);
    const kept = rows.filter(([first, end]) => isRow(bytes, first, end, head));
    yield {
      number: number++,
      start,
      end: start + length,
      body,
      rowAt: (row) => bytes.subarray(...(kept[row - 1] ?? [0, 0])),
    };
    start += length;
  }
}

/** The first line says how the columns of the file are called by the API. */
function csvBody(content: Uint8Array, { separator }: FileHead, matching: Matching): Blob {
  const first = matching.map((name) => toCell(name ?? LEFT_OUT)).join(separator);
  return new Blob([`${first}\n`, content as Uint8Array<ArrayBuffer>]);
}

function objectsBody(content: Uint8Array, rows: readonly RowPlace[], head: FileHead, matching: Matching): Blob {
  if (head.names.every((name, index) => name === matching[index]))
    return new Blob([content as Uint8Array<ArrayBuffer>]);
  const names = new Map(head.names.map((name, index) => [name, matching[index]]));
  const decoder = new TextDecoder();
  return new Blob(rows.map(([start, end]) => `${renamed(decoder.decode(content.subarray(start, end)), names)}\n`));
}

/** A line with the API's names; one that is no object is left to the API, which says what is wrong with it. */
function renamed(line: string, names: ReadonlyMap<string, string | undefined>): string {
  try {
    const object: unknown = JSON.parse(line);
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return line.trimEnd();
    const entries = Object.entries(object).flatMap(([name, value]) => {
      const known = names.has(name) ? names.get(name) : name;
      return known === undefined ? [] : [[known, value] as const];
    });
    return JSON.stringify(Object.fromEntries(entries));
  } catch {
    return line.trimEnd();
  }
}

/** Where a row begins and ends, its line's end included. */
type RowPlace = readonly [start: number, end: number];

function rowsOf(bytes: Uint8Array, { format, separator }: FileHead, isLast: boolean): RowPlace[] {
  const rows: RowPlace[] = [];
  const cellEnd = separator.charCodeAt(0);
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < bytes.length && rows.length < PORTION_ROWS; index++) {
    const byte = bytes[index];
    if (byte === LINE_FEED && !isQuoted) {
      rows.push([start, index + 1]);
      start = index + 1;
    } else if (byte === QUOTE && format === 'csv') {
      // A quote opens a cell at its beginning only.
      const opens = index === start || bytes[index - 1] === cellEnd;
      if (isQuoted || opens || bytes[index - 1] === QUOTE) isQuoted = !isQuoted;
    }
  }
  if (isLast && start < bytes.length && rows.length < PORTION_ROWS) rows.push([start, bytes.length]);
  return rows;
}

/** Whether the API counts it: empty lines are none. */
function isRow(bytes: Uint8Array, start: number, end: number, { format }: FileHead): boolean {
  const isBlank = (byte: number) => byte === LINE_FEED || byte === RETURN || (format === 'ndjson' && byte <= 0x20);
  return !bytes.subarray(start, end).every(isBlank);
}
