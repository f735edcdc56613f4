import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { styleText } from 'node:util';
import type { Fields } from '../platform/fields/field';
import { escapeUnreadable } from '../platform/validation/readable-text';

/** Escapes control characters: names come from strangers. */
export function printLine(text: string): void {
  process.stdout.write(`${escapeUnreadable(text)}\n`);
}

/** For people, on standard error. */
export function tell(text: string): void {
  process.stderr.write(`${escapeUnreadable(text)}\n`);
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Writes a text of any length to a file, or to standard output, which stays open. */
export async function writeText(pieces: AsyncIterable<string>, output: Writable, signal?: AbortSignal): Promise<void> {
  const options = { end: output !== process.stdout, signal };
  await pipeline(Readable.from(pieces), output, options).catch((error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as "| head" does.
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Columns below each other; at a terminal with colours, the names of the columns in bold. */
export function printTable([names, ...records]: string[][]): void {
  const lines = aligned([names, ...records]);
  const [first, ...rest] = lines;
  process.stdout.write(`${hasColours() ? styleText('bold', first) : first}\n`);
  for (const line of rest) process.stdout.write(`${line}\n`);
}

/** The values of a record below each other, with their names before them. */
export function printRecord(lines: string[][]): void {
  for (const line of aligned(lines)) process.stdout.write(`${line}\n`);
}

function aligned(cells: string[][]): string[] {
  const rows = cells.map((row) => row.map(escapeUnreadable));
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

/** Also asks NO_COLOR and FORCE_COLOR. */
const hasColours = (): boolean => process.stdout.isTTY && process.stdout.hasColors();

export function showTime(time: number | null, otherwise: string): string {
  return time === null ? otherwise : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The values of a record by their names, for people. */
export function linesOf(fields: Fields, record: object): string[][] {
  return Object.entries(fields).flatMap(([name, { type, console }]) => {
    const value = (record as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) return [];
    if (type === 'time') return [[console.label, showTime(Number(value) || null, 'never')]];
    return [[console.label, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
}
