import { LICENSE_KEY_FIELDS } from '../../../src/licensing/license-keys/license-key-fields';
import { api, type Page, pageOf } from '../api/client';
import type { LicenseKeyDto, ProductDto } from '../api/schema';
import { nameOfProduct } from '../products/products';
import { saveFile } from '../transfer/save-file';
import { toLocalInput } from '../text/times';

export type Format = 'csv' | 'ndjson';

const COLUMNS = Object.keys(LICENSE_KEY_FIELDS) as (keyof typeof LICENSE_KEY_FIELDS)[];

/** As the API's own export: where a spreadsheet would begin a formula, an apostrophe stands before it. */
const FORMULA = /(?<=^|[;\t\r\n])(?='*"*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='*[\t\r\n])/g;

function cellOf(value: LicenseKeyDto[keyof LicenseKeyDto]): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
  const cell = text.replace(FORMULA, "'");
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function lineOf(key: LicenseKeyDto, format: Format): string {
  if (format === 'csv') return COLUMNS.map((column) => cellOf(key[column])).join(',');
  return JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [column, key[column]])));
}

/** The keys as a file that an import takes. */
export function fileOf(keys: readonly LicenseKeyDto[], format: Format): string {
  const lines = keys.map((key) => `${lineOf(key, format)}\n`).join('');
  return lines;
}

/** Reads all that match page by page into a file; `onCount` hears how far it has come. */
export async function fileOfAll(
  query: object,
  format: Format,
  signal: AbortSignal,
  onCount: (count: number) => void,
): Promise<string[]> {
  const parts: string[] = [];
  let cursor: Page<LicenseKeyDto>['next'] = {};
  let count = 0;
  while (cursor !== undefined) {
    // One page after the other: each says where the next begins.
    // oxlint-disable-next-line no-await-in-loop
    const page: Page<LicenseKeyDto> = await pageOf(
      api.GET('/api/keys', { params: { query: { ...query, limit: 1000, ...cursor } }, signal }),
    );
    parts.push(fileOf(page.items, format));
    count += page.items.length;
    onCount(count);
    cursor = page.next;
  }
  return parts;
}

/** What a customer is sent of the keys that were bought: no columns for people who run the shop. */
export function customerFileOf(keys: readonly LicenseKeyDto[], products: ReadonlyMap<number, ProductDto>): File {
  const rows = keys.map(({ key, product, expiresAt }) => [
    key,
    nameOfProduct(products, product),
    expiresAt === undefined ? 'never' : toLocalInput(expiresAt).slice(0, 10),
  ]);
  const lines = [['License key', 'Product', 'Expires'], ...rows].map((row) => `${row.map(cellOf).join(',')}\n`);
  return new File(lines, 'license-keys.csv', { type: 'text/csv' });
}

/** Hands a file to the browser. */
export function save(parts: readonly string[], format: Format, name: string): void {
  const head = format === 'csv' ? [`${COLUMNS.join(',')}\n`] : [];
  const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  saveFile(new File([...head, ...parts], `${name}.${format}`, { type }));
}
