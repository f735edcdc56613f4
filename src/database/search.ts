import type { Statement, StatementRunner } from './statement-runner';

/** A part of an index; together with the other parts of the same range it holds all matches. */
export interface IndexPart extends Statement {
  readonly column: string;
}

/** What to search for, in a table whose rows are identified by `id`. */
export interface Search {
  readonly table: string;
  /** The columns to read, `id` first. */
  readonly columns: string;
  /** What rows must fulfil. Where there is a range for it, in words that no index is of use for: see `search`. */
  readonly conditions: readonly Statement[];
  /** Ranges of indexes that hold all matches, each of them. */
  readonly ranges: readonly (readonly IndexPart[])[];
  /** Rows with a greater id than this only. */
  readonly after: number | undefined;
}

type Row = readonly [id: number, ...rest: unknown[]];

/** When a range holds more rows than this, matches lie so close in the order of ids that walking along it finds them. */
const MOST_CANDIDATES = 5000;
/** Rows that are read at a time. Small pages die young, and the heap stays as it is. */
const ROWS_A_QUERY = 200;

/**
 * Reads the rows that fulfil conditions by ascending id, some at a time; the next are read when they are asked for.
 * What has few matches is found by its index and sorted; what has many is met soon on the way along the ids. Neither
 * database tells the two apart well enough by itself: SQLite would sort a broad range anew for every page.
 * @param size most rows at a time, unless they were found by an index
 */
export async function* search<R extends Row>(
  statements: StatementRunner,
  what: Search,
  size = ROWS_A_QUERY,
): AsyncGenerator<R[]> {
  const candidates = await findCandidates(statements, what);
  yield* candidates === undefined ? walk<R>(statements, what, size) : pick<R>(statements, what, candidates);
}

/** That a column of printable ASCII begins with a text, byte for byte: as a condition and as a range of its index. */
export function beginsWith(column: string, prefix: string): { condition: Statement; range: IndexPart[] } {
  // What follows the prefix's last character, DEL at most, ends the range. LIKE has wildcards, and other rules on each database.
  const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return {
    // Of no use to an index, on purpose: SQLite would take it for selective and sort what it finds for every page.
    condition: { sql: `SUBSTR(${column}, 1, ?) = ?`, parameters: [prefix.length, prefix] },
    range: [{ column, sql: `${column} >= ? AND ${column} < ?`, parameters: [prefix, end] }],
  };
}

/** The condition that a column of free text has exactly this value. */
export function textEquals(column: string, text: string): Statement {
  // HEX because MySQL's own comparison overlooks trailing spaces, even in a binary collation.
  const hex = Buffer.from(text).toString('hex').toUpperCase();
  return { sql: `${column} = ? AND HEX(${column}) = ?`, parameters: [text, hex] };
}

async function* walk<R extends Row>(statements: StatementRunner, what: Search, size: number): AsyncGenerator<R[]> {
  let page: R[];
  let last = what.after;
  do {
    const position = last === undefined ? [] : [{ sql: 'id > ?', parameters: [last] }];
    page = await select<R>(statements, what, [...what.conditions, ...position], size);
    yield page;
    last = page.at(-1)?.[0];
  } while (page.length === size);
}

async function* pick<R extends Row>(
  statements: StatementRunner,
  what: Search,
  candidates: readonly number[],
): AsyncGenerator<R[]> {
  const { after = 0 } = what;
  const ids = candidates.filter((id) => id > after);
  for (let first = 0; first < ids.length; first += ROWS_A_QUERY) {
    const some = ids.slice(first, first + ROWS_A_QUERY);
    const named = { sql: `id IN (${some.map(() => '?').join(', ')})`, parameters: some };
    yield await select<R>(statements, what, [named, ...what.conditions], some.length);
  }
}

/** The ids in one of the ranges, ascending; undefined when there is no range, or each holds too many. */
async function findCandidates(statements: StatementRunner, { table, ranges }: Search): Promise<number[] | undefined> {
  for (const range of ranges) {
    const ids: number[] = [];
    for (const { column, sql, parameters } of range) {
      const rows = await statements.read<readonly [id: number]>({
        sql: `SELECT id FROM ${table} WHERE ${sql} ORDER BY ${column} LIMIT ?`,
        parameters: [...parameters, MOST_CANDIDATES + 1 - ids.length],
      });
      for (const [id] of rows) ids.push(id);
    }
    if (ids.length <= MOST_CANDIDATES) return ids.toSorted((a, b) => a - b);
  }
  return undefined;
}

function select<R extends Row>(
  statements: StatementRunner,
  { table, columns }: Search,
  conditions: readonly Statement[],
  limit: number,
): Promise<R[]> {
  const where = conditions.length > 0 ? ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}` : '';
  return statements.read<R>({
    sql: `SELECT ${columns} FROM ${table}${where} ORDER BY id LIMIT ?`,
    parameters: [...conditions.flatMap(({ parameters }) => parameters), limit],
  });
}
