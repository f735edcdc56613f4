import { escapeUnreadable } from '../platform/validation/readable-text';

/** Names and the like come from strangers, and are no commands to a terminal. */
export function printLine(text: string): void {
  process.stdout.write(`${escapeUnreadable(text)}\n`);
}

/** A line for people, whatever a program reads of standard output. */
export function tell(text: string): void {
  process.stderr.write(`${escapeUnreadable(text)}\n`);
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Columns as wide as their widest cell. */
export function printTable(cells: string[][]): void {
  const rows = cells.map((row) => row.map(escapeUnreadable));
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    printLine(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}

/** A time in milliseconds since the Unix epoch, as people and programs read it. */
export function showTime(time: number | null, otherwise: string): string {
  return time === null ? otherwise : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
