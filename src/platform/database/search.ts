import type { Reader } from './reader';
import { marks, type Statement } from './statement-runner';

/** A part of an index; together with the other parts of the same range it holds all matches. */
export interface IndexPart extends Statement {
  readonly column: string;
}

/** What to search for, in a table whose rows are identified by `id`. */
export interface Search {
  readonly table: string;
  /** The columns to read, `id` first. */
  readonly columns: string;
  /** What rows must fulfil, in words that no index is of use for: see `walk`. */
  readonly conditions: readonly Statement[];
  /** What the conditions say as well, each in words that one index answers; it holds its rows in the order of ids. */
  readonly equal: readonly Statement[];
  /** Ranges of indexes that hold all matches, each of them. */
  readonly ranges: readonly (readonly IndexPart[])[];
  /** Where to begin: behind the row with this id. */
  readonly position: number | undefined;
  /** The order of ids; ascending when left out. */
  readonly order?: 'ASC' | 'DESC';
}

/** Some of what a search finds, in the order of ids. */
export interface Found<Item> {
  readonly items: Item[];
  /** The id up to which everything was looked at; undefined when that was all. */
  readonly upTo: number | undefined;
}

type Row = readonly [id: number, ...rest: unknown[]];

/** Rows that one statement looks at, in the order of the table: on the embedded database nothing else is done meanwhile. */
const ROWS_IN_ORDER = 5000;
/** And by an index, each of which has to be looked up. */
const ROWS_BY_INDEX = 2000;
/** When a range holds more rows than this, matches lie so close in the order of ids that walking along it finds them. */
const MOST_CANDIDATES = 5000;
/** Rows that are read at a time. Small pages die young, and the heap stays as it is. */
const ROWS_A_QUERY = 200;

/**
 * Reads the rows that fulfil conditions by ascending id, or descending, some at a time, and some may be none; the next
 * are read when they are asked for. Each statement looks at few rows, whatever they hold (decision 018).
 * @param size most rows that are wanted at a time
 */
export async function* search<R extends Row>(
  reader: Reader,
  what: Search,
  size = ROWS_A_QUERY,
): AsyncGenerator<Found<R>> {
  const stretch = await nextStretch(reader, what, what.position);
  const candidates = stretch.end === undefined ? undefined : await findCandidates(reader, what);
  yield* candidates ? pick<R>(reader, what, candidates) : walk<R>(reader, what, stretch, size);
}

/** A part of the way along the ids, up to its end or to that of all rows. */
interface Stretch {
  /** The one of `equal` whose index leads through few rows there; none where the table itself does. */
  readonly by: readonly Statement[];
  readonly end: number | undefined;
}

/**
 * Goes along the ids in stretches. Neither database tells which index leads through the fewest rows, and each
 * would rather sort what an index holds anew for every page: in each stretch, only one of them can be of use.
 */
async function* walk<R extends Row>(
  reader: Reader,
  what: Search,
  first: Stretch,
  size: number,
): AsyncGenerator<Found<R>> {
  let stretch = first;
  let { position } = what;
  do {
    const within = [...stretch.by, ...between(what, position, stretch.end), ...what.conditions];
    const items = await select<R>(reader, what, within, size);
    const isThrough = items.length < size;
    position = isThrough ? stretch.end : items[size - 1][0];
    yield { items, upTo: position };
    if (isThrough && position !== undefined) stretch = await nextStretch(reader, what, position);
  } while (position !== undefined);
}

/** The longest stretch from a position on that one statement may look through. */
async function nextStretch(reader: Reader, what: Search, position: number | undefined): Promise<Stretch> {
  const { table, conditions, equal, order = 'ASC' } = what;
  // Every row is wanted: as many are looked at as are read.
  if (conditions.length === 0) return { by: [], end: undefined };
  const ways = [...equal.map((one) => ({ by: [one], most: ROWS_BY_INDEX })), { by: [], most: ROWS_IN_ORDER }];
  const lasts = ways.map(({ by, most }) => {
    const { where, parameters } = joined([...by, ...between(what, position, undefined)]);
    const sql = `(SELECT id FROM ${table}${where} ORDER BY id ${order} LIMIT 1 OFFSET ?)`;
    return { sql, parameters: [...parameters, most - 1] };
  });
  const [ends] = await reader.read<readonly (number | null)[]>({
    sql: `SELECT ${lasts.map(({ sql }) => sql).join(', ')}`,
    parameters: lasts.flatMap(({ parameters }) => parameters),
  });
  const stretches = ways.map(({ by }, index) => ({ by, end: ends[index] ?? undefined }));
  return stretches.reduce((longest, other) => (reachesFurther(other, longest, order) ? other : longest));
}

function reachesFurther(one: Stretch, other: Stretch, order: 'ASC' | 'DESC'): boolean {
  if (one.end === undefined || other.end === undefined) return other.end !== undefined;
  return order === 'ASC' ? one.end > other.end : one.end < other.end;
}

/** Reads the rows with some ids, as far as they fulfil the conditions. */
async function* pick<R extends Row>(
  reader: Reader,
  what: Search,
  candidates: readonly number[],
): AsyncGenerator<Found<R>> {
  let left = candidates;
  do {
    const some = left.slice(0, ROWS_A_QUERY);
    left = left.slice(ROWS_A_QUERY);
    const named = { sql: `id IN (${marks(some)})`, parameters: some };
    const items = some.length === 0 ? [] : await select<R>(reader, what, [named, ...what.conditions], some.length);
    yield { items, upTo: left.length > 0 ? some.at(-1) : undefined };
  } while (left.length > 0);
}

/** The ids in one of the ranges, from the position on in order; undefined when there is no range, or each holds too many. */
async function findCandidates(reader: Reader, what: Search): Promise<number[] | undefined> {
  const { ranges, position, order = 'ASC' } = what;
  for (const range of ranges) {
    const ids = await readRange(reader, what, range);
    if (!ids) continue;
    const sorted = ids.toSorted(order === 'ASC' ? (a, b) => a - b : (a, b) => b - a);
    return position === undefined ? sorted : sorted.filter((id) => (order === 'ASC' ? id > position : id < position));
  }
  return undefined;
}

/** The ids in a range; undefined when there are too many. */
async function readRange(
  reader: Reader,
  { table }: Search,
  range: readonly IndexPart[],
): Promise<number[] | undefined> {
  const ids: number[] = [];
  for (const { column, sql, parameters } of range) {
    const part = `SELECT id FROM ${table} WHERE ${sql} ORDER BY ${column} LIMIT ?`;
    const left = MOST_CANDIDATES - ids.length;
    // First whether there are too many: that costs a tenth of reading them.
    const tooMany = await reader.read({ sql: `${part} OFFSET ?`, parameters: [...parameters, 1, left] });
    if (tooMany.length > 0) return undefined;
    const rows = await reader.read<readonly [id: number]>({ sql: part, parameters: [...parameters, left] });
    for (const [id] of rows) ids.push(id);
  }
  return ids;
}

function select<R extends Row>(
  reader: Reader,
  { table, columns, order = 'ASC' }: Search,
  conditions: readonly Statement[],
  limit: number,
): Promise<R[]> {
  const { where, parameters } = joined(conditions);
  return reader.read<R>({
    sql: `SELECT ${columns} FROM ${table}${where} ORDER BY id ${order} LIMIT ?`,
    parameters: [...parameters, limit],
  });
}

/** The rows behind a position, up to an end, which is among them. */
function between({ order = 'ASC' }: Search, position: number | undefined, end: number | undefined): Statement[] {
  const [behind, upTo] = order === 'ASC' ? ['>', '<='] : ['<', '>='];
  const bounds: Statement[] = [];
  if (position !== undefined) bounds.push({ sql: `id ${behind} ?`, parameters: [position] });
  if (end !== undefined) bounds.push({ sql: `id ${upTo} ?`, parameters: [end] });
  return bounds;
}

function joined(conditions: readonly Statement[]): { where: string; parameters: (string | number)[] } {
  return {
    where: conditions.length > 0 ? ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}` : '',
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}
