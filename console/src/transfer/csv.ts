/** What separates cells: the first of comma, semicolon and tab that isn't in quotes. */
export function separatorOf(line: string): string {
  return /[,;\t]/.exec(line.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ',';
}

/** The first rows of a table, their cells without quotes; lines that are empty are none. */
export function parseCsv(text: string, separator: string, most: number): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < text.length && rows.length < most; index++) {
    const character = text[index];
    if (isQuoted && character === '"' && text[index + 1] === '"') {
      cell += '"';
      index++;
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (character === separator || character === '\n')) {
      cells.push(cell);
      cell = '';
      if (character === separator) continue;
      if (cells.length > 1 || cells[0] !== '') rows.push(cells);
      cells = [];
    } else if (isQuoted || character !== '\r') cell += character;
  }
  if (rows.length < most && (cells.length > 0 || cell !== '')) rows.push([...cells, cell]);
  return rows;
}

/** A value as a cell. */
export const toCell = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** As in the API's own exports: where a spreadsheet would begin a formula, an apostrophe stands before it. */
const FORMULA = /(?<=^|[;\t\r\n])(?='*"*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='*[\t\r\n])/g;

/** A value as a cell that is harmless in a spreadsheet. */
export function toSafeCell(text: string): string {
  const cell = text.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
