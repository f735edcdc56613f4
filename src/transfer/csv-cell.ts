/**
 * What a spreadsheet takes for the beginning of a formula, in half and full width, and the control characters that it
 * overlooks in front of one (OWASP, CSV injection); apostrophes before it, so that adding and removing one are inverse.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const PROTECTED_FORMULA = /^''*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A value as a cell of a CSV file: harmless in a spreadsheet, and quoted where it must be (RFC 4180). */
export function toCsvCell(text: string): string {
  const cell = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The value of a cell that was unquoted already. For every text, it is what `toCsvCell` was given. */
export function fromCsvCell(cell: string): string {
  return PROTECTED_FORMULA.test(cell) ? cell.slice(1) : cell;
}
