import { FEW_LED, findLeading, findLeads, type Lead, readCommon, readLead } from './leads';
import type { Reader } from './reader';
import { marks, type Statement } from './statement-runner';

/** The parts of a range together hold all matches. */
export interface IndexPart extends Statement {
  readonly column: string;
}

export interface Search {
  readonly table: string;
  readonly columns: string;
  /** Conditions written so that no index is used: see `walk`. */
  readonly conditions: readonly Statement[];
  /** The same conditions, each with an index that is ordered by id. */
  readonly equal: readonly Statement[];
  /** Index ranges that each hold all matches. */
  readonly ranges: readonly (readonly IndexPart[])[];
  /** For each word: finds the rows that may have it, all together. */
  readonly leads?: readonly (readonly Lead[])[];
  /** Begin after the row with this id. */
  readonly position: number | undefined;
  readonly order?: 'ASC' | 'DESC';
}

/** @template Place a position in the order: by default an id */
export interface Found<Item, Place = number> {
  readonly items: Item[];
  /** Everything up to this position was searched; undefined at the end. */
  readonly upTo: Place | undefined;
}

export type Row = readonly [id: number, ...rest: unknown[]];

/** Rows that one statement looks at in table order; it blocks the embedded database meanwhile. */
const ROWS_IN_ORDER = 5000;
/** The same by index, where each row needs a lookup. */
const ROWS_BY_INDEX = 2000;
/** In a larger range, matches are so frequent that walking by id finds them. */
const MOST_CANDIDATES = 5000;
/** The same for words, which are looked up for each row. */
const ROWS_BY_WORDS = 1000;
/** Small pages keep the heap small. */
export const ROWS_A_QUERY = 200;
/** If a page isn't full after this many portions, a word leads. */
const PORTIONS_TO_FILL = 3;
/** Ids of a leading word per portion: all of its ids are read and sorted for each. */
const LED_A_PORTION = 2000;

/** Reads matching rows by id, in pages that may be empty. Each statement looks at few rows (decision 018). */
export async function* search<R extends Row>(
  reader: Reader,
  what: Search,
  size = ROWS_A_QUERY,
): AsyncGenerator<Found<R>> {
  const stretch = await nextStretch(reader, what, what.position);
  const candidates = stretch.end === undefined && !what.leads ? undefined : await findCandidates(reader, what);
  if (candidates) {
    yield* pick<R>(reader, what, candidates);
    return;
  }
  yield* what.leads ? seek<R>(reader, what, stretch, size) : walk<R>(reader, what, stretch, size);
}

interface Stretch {
  /** The element of `equal` with the best index; empty for the table itself. */
  readonly by: readonly Statement[];
  readonly end: number | undefined;
}

/**
 * Walks along the ids in stretches, each with one usable index. On their own, neither database picks the best index,
 * and both would sort a whole index for every page.
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

/** Passes portions on while they fill pages fast enough. @returns where to continue otherwise; undefined at the end */
export async function* whileFilled<Item, Place>(
  pages: AsyncIterable<Found<Item, Place>>,
  together: number,
  size: number,
): AsyncGenerator<Found<Item, Place>, Place | undefined> {
  let [portions, found] = [0, 0];
  for await (const page of pages) {
    yield page;
    if (page.upTo === undefined) return undefined;
    portions++;
    found += page.items.length;
    if (portions < together) continue;
    if (found < size) return page.upTo;
    [portions, found] = [0, 0];
  }
  return undefined;
}

/** For frequent words: walks along the ids while that fills pages fast enough, else by a leading word. */
async function* seek<R extends Row>(
  reader: Reader,
  what: Search,
  first: Stretch,
  size: number,
): AsyncGenerator<Found<R>> {
  const position = yield* whileFilled(walk<R>(reader, what, first, size), PORTIONS_TO_FILL, size);
  if (position === undefined) return;
  const rest = { ...what, position };
  const leads = await findLeading(reader, what.leads);
  if (leads.length > 1) yield* pick<R>(reader, rest, sorted(await readCommon(reader, leads), rest));
  else if (leads.length === 1) yield* follow<R>(reader, rest, leads[0]);
  else yield* walk<R>(reader, rest, await nextStretch(reader, rest, position), size);
}

/** The longest stretch that one statement may look through. */
async function nextStretch(reader: Reader, what: Search, position: number | undefined): Promise<Stretch> {
  const { table, conditions, equal, order = 'ASC' } = what;
  // All rows match, so none is read in vain.
  if (conditions.length === 0) return { by: [], end: undefined };
  const [byIndex, inOrder] = what.leads ? [ROWS_BY_WORDS, ROWS_BY_WORDS] : [ROWS_BY_INDEX, ROWS_IN_ORDER];
  const ways = [...equal.map((one) => ({ by: [one], most: byIndex })), { by: [], most: inOrder }];
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

/** Sorted, from the position on; undefined if every range is too large. */
export async function findCandidates(reader: Reader, what: Search): Promise<number[] | undefined> {
  const [few] = await findLeads(reader, FEW_LED, what.leads);
  if (few) return sorted(await readLead(reader, few), what);
  for (const range of what.ranges) {
    const ids = await readRange(reader, what, range);
    if (ids) return sorted(ids, what);
  }
  const [lead] = await findLeads(reader, MOST_CANDIDATES, what.leads);
  return lead && sorted(await readLead(reader, lead), what);
}

function sorted(ids: readonly number[], { position, order = 'ASC' }: Search): number[] {
  const inOrder = ids.toSorted(order === 'ASC' ? (a, b) => a - b : (a, b) => b - a);
  return position === undefined ? inOrder : inOrder.filter((id) => (order === 'ASC' ? id > position : id < position));
}

/** For more ids than fit in memory: one portion after the other, from the index alone. */
function follow<R extends Row>(reader: Reader, what: Search, lead: readonly Lead[]): AsyncGenerator<Found<R>> {
  const { order = 'ASC' } = what;
  const all = lead.map(({ sql }) => sql).join(' UNION ALL ');
  const portion = (position: number | undefined, limit: number): Statement => {
    // The plus keeps SQLite from using an index that is ordered by id, which doesn't find words.
    const { where, parameters } = joined(between({ order, id: '+led.id' }, position, undefined));
    return {
      sql: `SELECT DISTINCT +led.id AS led_id FROM (${all}) AS led${where} ORDER BY led_id ${order} LIMIT ?`,
      parameters: [...lead.flatMap((part) => part.parameters), ...parameters, limit],
    };
  };
  return searchLed<R>(reader, what, portion, LED_A_PORTION);
}

/** Reads the matching rows among those of a lead. @param portion SELECTs the next ids after one, in order */
export async function* searchLed<R extends Row>(
  reader: Reader,
  what: Search,
  portion: (position: number | undefined, limit: number) => Statement,
  size: number,
): AsyncGenerator<Found<R>> {
  for (let { position } = what; ;) {
    const ids = (await reader.read<readonly [id: number]>(portion(position, size))).map(([id]) => id);
    const isLast = ids.length < size;
    for await (const { items, upTo } of pick<R>(reader, what, ids)) {
      yield { items, upTo: upTo ?? (isLast ? undefined : ids.at(-1)) };
    }
    if (isLast) return;
    position = ids.at(-1);
  }
}

async function readRange(
  reader: Reader,
  { table }: Search,
  range: readonly IndexPart[],
): Promise<number[] | undefined> {
  const ids: number[] = [];
  for (const { column, sql, parameters } of range) {
    const part = `SELECT id FROM ${table} WHERE ${sql} ORDER BY ${column} LIMIT ?`;
    const left = MOST_CANDIDATES - ids.length;
    // Counting first costs a tenth of reading.
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

function between(
  { order = 'ASC', id = 'id' }: Pick<Search, 'order'> & { readonly id?: string },
  position: number | undefined,
  end: number | undefined,
): Statement[] {
  const [behind, upTo] = order === 'ASC' ? ['>', '<='] : ['<', '>='];
  const bounds: Statement[] = [];
  if (position !== undefined) bounds.push({ sql: `${id} ${behind} ?`, parameters: [position] });
  if (end !== undefined) bounds.push({ sql: `${id} ${upTo} ?`, parameters: [end] });
  return bounds;
}

export function joined(conditions: readonly Statement[]): { where: string; parameters: Statement['parameters'] } {
  return {
    where: conditions.length > 0 ? ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}` : '',
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}
