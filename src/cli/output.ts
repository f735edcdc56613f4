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

export function showTime(time: number | null, otherwise: string): string {
  return time === null ? otherwise : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
