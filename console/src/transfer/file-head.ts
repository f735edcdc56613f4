import { parseCsv, separatorOf } from './csv';

/** So much of a file is looked at before it is imported. */
const HEAD_BYTES = 65_536;
const EXAMPLES = 3;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

export interface FileHead {
  format: 'csv' | 'ndjson';
  /** What separates cells; of CSV only. */
  separator: string;
  /** Names of the columns, as the file has them. */
  names: string[];
  /** The first few rows, by the same order. */
  examples: string[][];
  /** Where the first row begins, in bytes. */
  start: number;
  /** Whether letters of it are no UTF-8, as those of Excel's plain CSV. */
  isOtherEncoding: boolean;
}

/** What a file is, by its beginning. @throws {Error} in words for people, when it can't be used */
export async function readHead(file: File): Promise<FileHead> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const text = new TextDecoder('utf-8').decode(bytes);
  if (text.trim() === '') throw new Error('The file is empty.');
  if (text.includes('\0'))
    throw new Error('This is not a text file. Save the table as CSV (UTF-8), or as one JSON object per line.');
  if (text.trimStart().startsWith('['))
    throw new Error(
      'This is a JSON list, which can’t be read. Write one JSON object per line, without commas between them.',
    );
  const head = text.trimStart().startsWith('{') ? readObjects(text, file) : readTable(bytes, text, file);
  return { ...head, isOtherEncoding: !isUtf8(bytes) };
}

/** The last letter may be cut off, where the file goes on. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function readTable(bytes: Uint8Array, text: string, file: File): Omit<FileHead, 'isOtherEncoding'> {
  // The decoder took a byte order mark away; lines that are empty come before the first one.
  const begun = bytes.findIndex((byte) => byte !== LINE_FEED && byte !== RETURN);
  const end = bytes.indexOf(LINE_FEED, begun);
  if (end < 0 && file.size > HEAD_BYTES) throw new Error('The first line is too long to name columns.');
  const separator = separatorOf(/[^\r\n]+/.exec(text)?.[0] ?? '');
  const [names = [], ...examples] = parseCsv(text, separator, 1 + EXAMPLES);
  return {
    format: 'csv',
    separator,
    names: names.map((name) => name.trim()),
    examples,
    start: end < 0 ? bytes.length : end + 1,
  };
}

function readObjects(text: string, file: File): Omit<FileHead, 'isOtherEncoding'> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const whole = file.size > HEAD_BYTES ? lines.slice(0, -1) : lines;
  const objects = whole.slice(0, 100).flatMap((line) => {
    try {
      return [JSON.parse(line) as Record<string, unknown>];
    } catch {
      return [];
    }
  });
  if (objects.length === 0) throw new Error('No line of the file is a JSON object.');
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return {
    format: 'ndjson',
    separator: '',
    names,
    examples: objects.slice(0, EXAMPLES).map((object) => names.map((name) => textOf(object[name]))),
    start: 0,
  };
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
