import { LINK_FIELDS } from '../../../src/links/link-fields';
import { api, type Page, pageOf } from '../api/client';
import { toSafeCell } from '../transfer/csv';
import type { ShortLink } from './link-cache';

export type Format = 'csv' | 'ndjson';

/** Those of the API's own export, in its order. */
const COLUMNS = Object.keys(LINK_FIELDS) as (keyof typeof LINK_FIELDS)[];
const TYPES: Readonly<Record<Format, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** Objects are JSON, as in the API's own export. */
const cellOf = (value: ShortLink[keyof ShortLink] = ''): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

function lineOf(link: ShortLink, format: Format): string {
  if (format === 'csv') return COLUMNS.map((column) => toSafeCell(cellOf(link[column]))).join(',');
  return JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [column, link[column]])));
}

/** Reads all links that a filter lets through into a file that an import takes; the API exports all or none. */
export async function fileOfLinks(filter: object, format: Format, signal: AbortSignal): Promise<File> {
  const parts: BlobPart[] = format === 'csv' ? [`${COLUMNS.join(',')}\n`] : [];
  let cursor: Page<ShortLink>['next'] = {};
  while (cursor !== undefined) {
    const query = { ...filter, limit: 1000, ...cursor };
    // One page after the other: each says where the next begins.
    // oxlint-disable-next-line no-await-in-loop
    const page: Page<ShortLink> = await pageOf(api.GET('/api/links', { params: { query }, signal }));
    parts.push(new Blob(page.items.map((link) => `${lineOf(link, format)}\n`)));
    cursor = page.next;
  }
  return new File(parts, `links.${format}`, { type: TYPES[format] });
}
