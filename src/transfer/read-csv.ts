import { isUtf8 } from 'node:buffer';
import { CsvError, parse, type Parser } from 'csv-parse';
import { type Mistake } from '../platform/errors/errors';
import {
  type Column,
  columnFinder,
  fieldOf,
  namesOf,
  NOT_UTF8,
  readObjectCell,
  type Reading,
  type Row,
  ROW_BYTES,
  ROW_TOO_LONG,
  unknownColumn,
} from './columns';
import { malformedFile, textOf } from './file-start';
import { fromCsvCell } from '../platform/http/answers/csv-cell';
import { isTimeColumn, readTimeCell } from './time-cells';

/** A chunk may begin and end within a row. */
const MOST_WITHOUT_ROW = 2 * ROW_BYTES;
/** Empty lines before the first one with text are skipped. */
const FIRST_LINE_END = /[^\r\n]\r?\n/;
const STRAY_QUOTE = 'A cell that has a quote in it must be quoted, and its quotes doubled.';

/** Reads UTF-8 CSV with a line of column names. @throws {ApiError} 400 if that is unusable, or no row end is found */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  columns: readonly Column[],
  reading: Reading = {},
): AsyncGenerator<Row[]> {
  let reader: CsvReader | undefined;
  for await (const chunk of withFirstLine(textOf(chunks))) {
    reader ??= new CsvReader(columns, separatorOf(chunk), reading);
    const error = await reader.write(chunk);
    yield reader.takeRows();
    if (error) throw error;
  }
  reader ??= new CsvReader(columns, ',', reading);
  const error = await reader.end();
  yield reader.takeRows();
  if (error) throw error;
}

/** The same bytes; the first chunk contains the whole first line, or more than a line may have. */
async function* withFirstLine(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const start: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  let isBegun = false;
  for await (const chunk of chunks) {
    if (isWhole) {
      yield chunk;
      continue;
    }
    start.push(chunk);
    length += chunk.length;
    const text = (isBegun ? 'x' : '') + chunk.toString('latin1');
    isBegun ||= /[^\r\n]/.test(text);
    isWhole = length >= ROW_BYTES || FIRST_LINE_END.test(text);
    if (isWhole) yield Buffer.concat(start);
  }
  if (!isWhole && length > 0) yield Buffer.concat(start);
}

/** Column names contain none of these characters, so the first one outside quotes is the separator. */
function separatorOf(start: Buffer): string {
  const [line = ''] = /[^\r\n]+/.exec(start.toString('latin1')) ?? [];
  return /[,;\t]/.exec(line.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ',';
}

class CsvReader {
  private readonly parser: Parser;
  private header: Header | undefined;
  private rows: Row[] = [];
  /** Bytes since the last complete row. */
  private open = 0;
  private lineOfProblem = 0;

  constructor(
    private readonly columns: readonly Column[],
    separator: string,
    private readonly reading: Reading,
  ) {
    this.parser = parse({
      delimiter: separator,
      // Byte by byte, so that `toText` sees invalid UTF-8 instead of replacement characters.
      encoding: 'latin1',
      record_delimiter: ['\r\n', '\n'],
      skip_empty_lines: true,
      relax_column_count: true,
      skip_records_with_error: true,
      // Both run while a chunk is written, which keeps the order of the file.
      on_record: (cells: string[]) => this.takeRecord(cells),
      on_skip: (error) => this.takeProblem(error!),
    });
    this.parser.on('error', () => {}).resume();
  }

  /** Returns an error instead of throwing it, so that the rows before it can be taken first. */
  async write(chunk: Buffer): Promise<Error | undefined> {
    const error = await new Promise<Error | null | undefined>((resolve) => this.parser.write(chunk, resolve));
    this.open = this.rows.length > 0 ? 0 : this.open + chunk.length;
    if (!error && this.open > MOST_WITHOUT_ROW) return malformedFile(`${ROW_TOO_LONG} Is a quote not closed?`);
    return error ? explain(error) : undefined;
  }

  async end(): Promise<Error | undefined> {
    const error = await new Promise<Error | undefined>((resolve) => {
      this.parser.once('error', resolve).once('end', () => resolve(undefined));
      this.parser.end();
    });
    if (error) return explain(error);
    return this.header ? undefined : malformedFile(`The first line must name the columns: ${namesOf(this.columns)}.`);
  }

  takeRows(): Row[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  private takeRecord(cells: string[]): null {
    if (this.header) this.rows.push(toRow(cells, this.header, this.reading));
    else this.header = readHeader(cells, this.columns);
    // Leaves nothing for readers of the stream.
    return null;
  }

  private takeProblem(error: CsvError): undefined {
    // After a quote that doesn't close its cell, the end of the row is unknown.
    if (error.code !== 'INVALID_OPENING_QUOTE' || !this.header) throw error;
    // Reported once per quote of a row.
    const lines = Number(error.lines);
    if (lines !== this.lineOfProblem) this.rows.push({ problem: STRAY_QUOTE });
    this.lineOfProblem = lines;
  }
}

/** In the order of the file; null for an ignored column. */
type Header = readonly (Column | null)[];

function readHeader(cells: readonly string[], columns: readonly Column[]): Header {
  const find = columnFinder(columns);
  const header = cells.map((cell) => {
    const name = toText(cell)?.trim() ?? '';
    const column = find(name);
    if (column === undefined) throw malformedFile(`In the first line, ${unknownColumn(name, columns)}`);
    return column;
  });
  const twice = header.find((column, index) => column && header.indexOf(column) < index);
  if (twice) throw malformedFile(`The first line names ${twice.name} twice.`);
  return header;
}

function toRow(cells: readonly string[], header: Header, { dates, others }: Reading): Row {
  if (cells.length !== header.length) {
    return {
      problem: `The row has ${cells.length} cell${cells.length === 1 ? '' : 's'}, and the first line ${header.length}.`,
    };
  }
  const values: Record<string, unknown> = { ...others };
  const mistakes: Mistake[] = [];
  for (const [index, column] of header.entries()) {
    const text = toText(cells[index]);
    if (text === undefined) return { problem: NOT_UTF8 };
    // An empty cell is an omitted field.
    if (!column || text === '') continue;
    const cell = fromCsvCell(text);
    const value = isTimeColumn(column) ? readTimeCell(cell, column, dates) : toValue(cell, column);
    const field = fieldOf(column);
    if (isTimeColumn(column) && typeof value === 'string') {
      mistakes.push({ field, message: value });
      values[field] = cell;
    } else values[field] = column.type === 'timeText' ? String(value) : value;
  }
  return mistakes.length > 0 ? { values, mistakes } : { values };
}

/** Impossible values stay text, for the validators to refuse. */
function toValue(text: string, { type }: Column): unknown {
  if (type === 'integer') return /^\d{1,16}$/.test(text) ? Number(text) : text;
  if (type === 'metadata') return readObjectCell(text);
  if (type === 'flag') return FLAGS.get(text.toLowerCase()) ?? text;
  return text;
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The text of bytes that were read as Latin-1; undefined if they aren't UTF-8. */
export function toText(bytes: string): string | undefined {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? buffer.toString() : undefined;
}

function explain(error: Error): Error {
  if (!(error instanceof CsvError)) return error;
  return malformedFile(`The quotes can't be made sense of near line ${Number(error.lines)}: ${STRAY_QUOTE}`);
}
