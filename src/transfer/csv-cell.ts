/**
 * Where a spreadsheet would begin a formula: at the beginning of a text, and behind a character at which some programs end a
 * cell or a row although it is quoted (those that expect semicolons or tabs see the quotes in the middle of theirs, and
 * overlook them at its beginning). A formula begins with one of `=+-@`, in half or full width, or with control characters
 * that are overlooked in front of it (OWASP, CSV injection). Apostrophes before it belong to the place, so that adding and
 * removing one are inverse.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?='*"*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='*[\t\r\n])/g;
const PROTECTED_FORMULA = /(?<=^|[;\t\r\n])'(?='*"*[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?='*[\t\r\n])/g;
const NEEDS_QUOTES = /[",\r\n]/;

/** A value as a cell of a CSV file: harmless in a spreadsheet, and quoted where it must be (RFC 4180). */
export function toCsvCell(text: string): string {
  const cell = text.replace(FORMULA, "'");
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The value of a cell that was unquoted already. For every text, it is what `toCsvCell` was given. */
export function fromCsvCell(cell: string): string {
  return cell.replace(PROTECTED_FORMULA, '');
}
