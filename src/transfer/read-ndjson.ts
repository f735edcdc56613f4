import { isUtf8 } from 'node:buffer';
import type { Mistake } from '../platform/errors/errors';
import { repeatedName } from '../platform/http/bodies/json-names';
import { isObject } from '../platform/validation/json-object';
import {
  type Column,
  columnFinder,
  fieldOf,
  NOT_UTF8,
  readObjectCell,
  type Reading,
  type Row,
  ROW_BYTES,
  ROW_TOO_LONG,
  unknownColumn,
} from './columns';
import { textOf } from './file-start';
import { isTimeColumn, readTimeCell } from './time-cells';

const NEWLINE = 0x0a;

/** One JSON object per line, in UTF-8. An unusable line is a row with a problem; empty lines are skipped. */
export async function* readNdjson(
  chunks: AsyncIterable<Buffer>,
  columns: readonly Column[],
  reading: Reading,
): AsyncGenerator<Row[]> {
  const find = columnFinder(columns);
  const read = (line: Buffer): Row[] => {
    if (line.length > ROW_BYTES) return [{ problem: ROW_TOO_LONG }];
    if (!isUtf8(line)) return [{ problem: NOT_UTF8 }];
    const text = line.toString().trim();
    return text === '' ? [] : [toRow(text, columns, find, reading)];
  };
  let open: Buffer = Buffer.alloc(0);
  for await (const chunk of textOf(chunks)) {
    const rows: Row[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      rows.push(...read(Buffer.concat([open, chunk.subarray(start, end)])));
      open = Buffer.alloc(0);
      start = end + 1;
    }
    // Of a line that is too long, keeps just enough to show that it is.
    open = Buffer.concat([open, chunk.subarray(start)]).subarray(0, ROW_BYTES + 1);
    yield rows;
  }
  yield read(open);
}

function toRow(
  text: string,
  columns: readonly Column[],
  find: ReturnType<typeof columnFinder>,
  { dates, others }: Reading,
): Row {
  const object = parseObject(text);
  if (!object) return { problem: 'The line must be a JSON object.' };
  const repeated = repeatedName(text);
  if (repeated !== undefined) return { problem: `The line gives "${repeated.slice(0, 64)}" twice.` };
  const values: Record<string, unknown> = {};
  const mistakes: Mistake[] = [];
  for (const [name, value] of Object.entries(object)) {
    const column = find(name);
    if (column === undefined) return { problem: unknownColumn(name, columns) };
    const isNested = typeof value === 'object' && value !== null;
    if (isNested && column?.type !== 'metadata') return { problem: `${name} must not be a list or an object.` };
    if (column === null || value === null) continue;
    if (Object.hasOwn(values, fieldOf(column))) return { problem: `The line gives ${column.name} twice.` };
    const field = fieldOf(column);
    if (column.type === 'metadata') {
      values[field] = typeof value === 'string' ? readObjectCell(value) : value;
      continue;
    }
    const time = toTime(value, column, dates);
    if (typeof time === 'string') {
      mistakes.push({ field, message: time });
      values[field] = value;
    } else values[field] = column.type === 'timeText' ? (time?.toString() ?? value) : (time ?? value);
  }
  const all = { ...others, ...values };
  return mistakes.length > 0 ? { values: all, mistakes } : { values: all };
}

/** Milliseconds, or what is wrong; undefined leaves the value to the validators. */
function toTime(value: unknown, column: Column, dates: Reading['dates']): number | string | undefined {
  const isText = typeof value === 'string';
  if (!isTimeColumn(column) || !(isText || (typeof value === 'number' && column.type === 'time'))) return undefined;
  // Digits are text only where the API has text.
  if (isText && column.type === 'time' && /^\d*$/.test(value)) return undefined;
  return Number.isSafeInteger(value) || isText ? readTimeCell(String(value), column, dates) : undefined;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
