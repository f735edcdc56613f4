import type { EntityManager } from 'typeorm';
import { marks } from './statement-runner';
import { writeAll } from './write-all';

/** A power of two, and small: an insert blocks the event loop on the embedded database. */
export const ROWS_A_STATEMENT = 128;

type Value = string | number | Buffer | null;

/** Column names to values; all rows of a statement have the same columns. */
export type NewRow<V extends Value = Value> = Readonly<Record<string, V>>;

/** Ids ascend in the order given. */
export function insertRows(manager: EntityManager, table: string, rows: readonly NewRow[]): Promise<void> {
  return writeAll(manager, insertions(table, rows));
}

/** The statements of `insertRows`. Their sizes are powers of two, so that few statements need preparing. */
export function insertions<V extends Value>(table: string, rows: readonly NewRow<V>[]): Insertion<V>[] {
  const statements = [];
  for (let first = 0; first < rows.length;) {
    const size = Math.min(ROWS_A_STATEMENT, 2 ** Math.floor(Math.log2(rows.length - first)));
    statements.push(new Insertion(table, rows.slice(first, first + size)));
    first += size;
  }
  return statements;
}

/** With fewer rows, `numbered` gains nothing, and each form needs preparing. */
const LEAST_NUMBERED = 16;
const MOST_TEXTS = 500;
/** Cached texts of statements: making one of 10 kB is slow. */
const texts = new Map<string, string>();

/** One statement that inserts rows. */
export class Insertion<V extends Value> {
  private readonly columns: readonly string[];

  constructor(
    private readonly table: string,
    private readonly rows: readonly NewRow<V>[],
  ) {
    this.columns = Object.keys(rows[0]);
  }

  get size(): number {
    return this.rows.length;
  }

  get sql(): string {
    return this.text('', () => `(${marks(this.columns)})`);
  }

  get parameters(): V[] {
    const parameters: V[] = [];
    for (const row of this.rows) for (const column of this.columns) parameters.push(row[column]);
    return parameters;
  }

  /** For SQLite: a value that all rows share is bound once, as binding takes longer than inserting. */
  get numbered(): { readonly sql: string; readonly parameters: V[] } | undefined {
    const { columns, rows } = this;
    if (rows.length < LEAST_NUMBERED) return undefined;
    const [first, ...others] = rows;
    const isCommon = columns.map((column) => others.every((row) => row[column] === first[column]));
    const common = columns.filter((_, index) => isCommon[index]);
    const each = columns.filter((_, index) => !isCommon[index]);
    const parameters = common.map((column) => first[column]);
    for (const row of rows) for (const column of each) parameters.push(row[column]);
    const places = columns.map((column, index) => (isCommon[index] ? common : each).indexOf(column) + 1);
    const sql = this.text(isCommon.map(Number).join(''), (row) => {
      const before = common.length + row * each.length;
      return `(${places.map((place, index) => `?${isCommon[index] ? place : before + place}`).join(', ')})`;
    });
    return { sql, parameters };
  }

  /** @param form key of the placeholders' form */
  private text(form: string, placesOf: (row: number) => string): string {
    const name = [this.table, this.rows.length, form, ...this.columns].join(' ');
    const known = texts.get(name);
    if (known !== undefined) return known;
    const columns = this.columns.map((column) => `\`${column}\``).join(', ');
    const text = `INSERT INTO ${this.table} (${columns}) VALUES ${this.rows.map((_, row) => placesOf(row)).join(', ')}`;
    if (texts.size === MOST_TEXTS) texts.clear();
    texts.set(name, text);
    return text;
  }
}
