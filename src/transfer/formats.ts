import type { Request } from 'express';
import { unsupportedMediaType } from '../platform/errors/errors';
import type { Format } from '../platform/http/answers/table-file';
import type { Column, Reading, Row } from './columns';
import { readCsv } from './read-csv';
import { readNdjson } from './read-ndjson';

const CSV_TYPE = /^text\/csv$/i;
const NDJSON_TYPE = /^application\/(?:x-)?ndjson$/i;
const UTF8_PARAMETER = /^(?:charset\s*=\s*"?utf-?8"?|header\s*=\s*present)?$/i;

export const unsupportedFile = () =>
  unsupportedMediaType('Send the file in UTF-8, with the header Content-Type: text/csv or application/x-ndjson.');

/** @throws {ApiError} 415 for another format */
export function formatSent({ headers }: Request): Format {
  const [type, ...parameters] = (headers['content-type'] ?? '').split(';');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity' && parameters.every((parameter) => UTF8_PARAMETER.test(parameter.trim()))) {
    if (CSV_TYPE.test(type.trim())) return 'csv';
    if (NDJSON_TYPE.test(type.trim())) return 'ndjson';
  }
  throw unsupportedFile();
}

export function readRows(
  format: Format,
  chunks: AsyncIterable<Buffer>,
  columns: readonly Column[],
  reading: Reading = {},
): AsyncGenerator<Row[]> {
  return format === 'csv' ? readCsv(chunks, columns, reading) : readNdjson(chunks, columns, reading);
}
