/** What separates cells: the first of comma, semicolon and tab that isn't in quotes. */
export function separatorOf(line: string): string {
  return /[,;\t]/.exec(line.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ',';
}

/** The cells of a line, without their quotes. */
export function parseCsvLine(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < line.length; index++) {
    const character = line[index];
    if (isQuoted && character === '"' && line[index + 1] === '"') {
      cell += '"';
      index++;
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

/** A value as a cell. */
export const toCell = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
