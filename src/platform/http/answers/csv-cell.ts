/**
 * Where a spreadsheet would start a formula (OWASP, CSV injection): at the start, or after characters at which some
 * programs end a cell even within quotes. Apostrophes count too, so that adding and removing one are inverse.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?='*"*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='*[\t\r\n])/g;
const PROTECTED_FORMULA = /(?<=^|[;\t\r\n])'(?='*"*[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?='*[\t\r\n])/g;
const NEEDS_QUOTES = /[",\r\n]/;

/** A CSV cell: harmless in a spreadsheet, and quoted if necessary (RFC 4180). */
export function toCsvCell(text: string): string {
  const cell = text.replace(FORMULA, "'");
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Any value as a cell: nothing is empty, objects are JSON. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return toCsvCell(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Inverse of `toCsvCell`, for a cell whose quotes are already removed. */
export function fromCsvCell(cell: string): string {
  return cell.replace(PROTECTED_FORMULA, '');
}
