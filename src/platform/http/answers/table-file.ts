import type { Request, Response } from 'express';
import { whileAdmitted } from '../requests/admission';
import { cellOf } from './csv-cell';
import { sendStream } from './send-stream';

export const FORMATS = ['csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

export const CONTENT_TYPES: Readonly<Record<Format, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** A table, sent as a file. */
interface TableFile {
  /** Without its extension. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Records with these columns. */
  readonly pages: AsyncIterable<readonly object[]>;
}

/** Streams a table of any length at the client's pace, while the caller has access. */
export async function sendTable(
  request: Request,
  response: Response,
  { name, columns, pages }: TableFile,
  named: Format | undefined,
): Promise<void> {
  const format = formatWanted(request, named);
  response.set({ 'Content-Disposition': `attachment; filename="${name}.${format}"`, Vary: 'Accept' });
  await sendStream(response, CONTENT_TYPES[format], whileAdmitted(request, tableLines(format, columns, pages)));
}

/** A table, page by page; CSV begins with the names of the columns. */
export async function* tableLines(
  format: Format,
  columns: readonly string[],
  pages: TableFile['pages'],
): AsyncGenerator<string> {
  const toLine = format === 'csv' ? toCsvLine : toJsonLine;
  // Sent with the first page: earlier failures are still error answers.
  let head = format === 'csv' ? `${columns.join(',')}\n` : '';
  for await (const page of pages) {
    yield head + page.map((record) => toLine(record, columns)).join('');
    head = '';
  }
  yield head;
}

/** The requested format: explicit, else by the `Accept` header, else CSV. */
function formatWanted(request: Request, named: Format | undefined): Format {
  if (named) return named;
  return request.accepts([CONTENT_TYPES.csv, CONTENT_TYPES.ndjson]) === CONTENT_TYPES.ndjson ? 'ndjson' : 'csv';
}

function toCsvLine(record: object, columns: readonly string[]): string {
  const values = record as Readonly<Record<string, unknown>>;
  return `${columns.map((name) => cellOf(values[name])).join(',')}\n`;
}

function toJsonLine(record: object, columns: readonly string[]): string {
  const values = record as Readonly<Record<string, unknown>>;
  return `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, values[name]])))}\n`;
}
