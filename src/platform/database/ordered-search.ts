import { findLeading, type Lead } from './leads';
import type { Reader } from './reader';
import { type Found, findCandidates, joined, type Row, ROWS_A_QUERY, search, type Search, whileFilled } from './search';
import { marks, type Statement } from './statement-runner';

/** An order backed by an index: by a column, then by id in the same direction. Rows without a value come last. */
export interface Ordering {
  /** `id` for the order of record ids. */
  readonly column: string;
  readonly direction: 'ASC' | 'DESC';
  readonly isText: boolean;
  readonly hasNulls: boolean;
}

export const BY_ID = { column: 'id', direction: 'ASC', isText: false, hasNulls: false } as const satisfies Ordering;

/** A row's position in an order. */
export interface Place {
  readonly id: number;
  /** Null if it has no value, or the order is by id. */
  readonly value: number | string | null;
}

/** Positions read at once, from the index alone. If a page isn't full after this many, a word leads. */
const PLACES_A_QUERY = 1000;
/** Up to this many ids of a leading word are sorted by one statement. */
const MOST_SORTED = 100_000;

type Ordered = Omit<Search, 'position' | 'order'>;

/** As `search`, in any order. Rows that move meanwhile may be found twice or not at all. */
export async function* orderedSearch<R extends Row>(
  reader: Reader,
  what: Ordered,
  by: Ordering,
  after: Place | undefined,
  size = ROWS_A_QUERY,
): AsyncGenerator<Found<R, Place>> {
  if (by.column === 'id') {
    yield* byId<R>(reader, what, by, after, size);
    return;
  }
  const candidates = await findCandidates(reader, { ...what, position: undefined });
  if (candidates) {
    const places = await readAll(reader, what, by, candidates);
    yield* show<R>(reader, what, [{ places: sorted(places, by, after), isLast: true }]);
    return;
  }
  yield* what.leads
    ? seek<R>(reader, what, by, after, size)
    : show<R>(reader, what, walk(reader, what, by, after, size));
}

/** For frequent words: walks along the order while that fills pages fast enough, else by a leading word. */
async function* seek<R extends Row>(
  reader: Reader,
  what: Ordered,
  by: Ordering,
  after: Place | undefined,
  size: number,
): AsyncGenerator<Found<R, Place>> {
  const along = show<R>(reader, what, walk(reader, what, by, after, size));
  const place = yield* whileFilled(along, PLACES_A_QUERY / ROWS_A_QUERY, size);
  if (place === undefined) return;
  const [lead] = await findLeading(reader, what.leads, MOST_SORTED);
  yield* show<R>(reader, what, walk(reader, what, by, place, size, lead));
}

/** Reads the matching rows at positions, in order. */
async function* show<R extends Row>(
  reader: Reader,
  what: Ordered,
  portions: AsyncIterable<Portion> | Iterable<Portion>,
): AsyncGenerator<Found<R, Place>> {
  for await (const { places, isLast } of portions) {
    for (let first = 0; first === 0 || first < places.length; first += ROWS_A_QUERY) {
      const some = places.slice(first, first + ROWS_A_QUERY);
      const isEnd = isLast && first + ROWS_A_QUERY >= places.length;
      yield { items: await selectInOrder<R>(reader, what, some), upTo: isEnd ? undefined : some.at(-1) };
    }
  }
}

async function* byId<R extends Row>(
  reader: Reader,
  what: Ordered,
  { direction }: Ordering,
  after: Place | undefined,
  size: number,
): AsyncGenerator<Found<R, Place>> {
  for await (const { items, upTo } of search<R>(reader, { ...what, position: after?.id, order: direction }, size)) {
    yield { items, upTo: upTo === undefined ? undefined : { id: upTo, value: null } };
  }
}

interface Portion {
  readonly places: readonly Place[];
  readonly isLast: boolean;
}

async function readAll(reader: Reader, what: Ordered, by: Ordering, ids: readonly number[]): Promise<Place[]> {
  const places: Place[] = [];
  for (let first = 0; first < ids.length; first += ROWS_A_QUERY) {
    const some = ids.slice(first, first + ROWS_A_QUERY);
    places.push(...(await readPlaces(reader, what, by, [among(some), ...what.conditions], some.length)));
  }
  return places;
}

function sorted(places: readonly Place[], by: Ordering, after: Place | undefined): Place[] {
  const compare = comparison(by);
  const inOrder = places.toSorted(compare);
  return after ? inOrder.filter((place) => compare(place, after) > 0) : inOrder;
}

/** Along the index; with a lead, its ids are sorted for each portion. */
async function* walk(
  reader: Reader,
  what: Ordered,
  by: Ordering,
  after: Place | undefined,
  pageSize: number,
  lead?: readonly Lead[],
): AsyncGenerator<Portion> {
  // Rows of a lead have its word.
  const others = lead && what.conditions.length > 1 ? what.conditions : [];
  const size = what.conditions.length > 0 ? PLACES_A_QUERY : pageSize;
  let sections = sectionsBehind(by, after);
  while (sections.length > 0) {
    const places = await readPlaces(reader, what, by, [sections[0], ...others], size, lead);
    sections = places.length < size ? sections.slice(1) : sectionsBehind(by, places.at(-1));
    const isLast = sections.length === 0;
    if (places.length > 0 || isLast) yield { places, isLast };
  }
}

/** The range after a position, split into parts that are each contiguous in the index: neither database optimizes a single condition. */
function sectionsBehind({ column, direction, hasNulls }: Ordering, after: Place | undefined): Statement[] {
  const behind = direction === 'ASC' ? '>' : '<';
  const nulls = hasNulls ? [{ sql: `${column} IS NULL`, parameters: [] }] : [];
  if (!after) return [...(hasNulls ? [{ sql: `${column} IS NOT NULL`, parameters: [] }] : [everything]), ...nulls];
  const { id, value } = after;
  if (value === null) return [{ sql: `${column} IS NULL AND id ${behind} ?`, parameters: [id] }];
  return [
    { sql: `${column} = ? AND id ${behind} ?`, parameters: [value, id] },
    { sql: `${column} ${behind} ?`, parameters: [value] },
    ...nulls,
  ];
}

const everything: Statement = { sql: '1 = 1', parameters: [] };

async function readPlaces(
  reader: Reader,
  { table }: Ordered,
  { column, direction }: Ordering,
  conditions: readonly Statement[],
  limit: number,
  lead: readonly Lead[] = [],
): Promise<Place[]> {
  const { where, parameters } = joined(conditions);
  const led = lead.map(({ sql }) => sql).join(' UNION ALL ');
  // CROSS JOIN: SQLite keeps the order of the tables.
  const from = led
    ? `(SELECT DISTINCT id AS led_id FROM (${led}) AS words) AS led CROSS JOIN ${table} ON id = led_id`
    : table;
  const rows = await reader.read<readonly [id: number, value: Place['value']]>({
    sql: `SELECT id, ${column} FROM ${from}${where} ORDER BY ${column} ${direction}, id ${direction} LIMIT ?`,
    parameters: [...lead.flatMap((part) => part.parameters), ...parameters, limit],
  });
  return rows.map(([id, value]) => ({ id, value }));
}

const among = (ids: readonly number[]): Statement => ({ sql: `id IN (${marks(ids)})`, parameters: [...ids] });

async function selectInOrder<R extends Row>(
  reader: Reader,
  { table, columns, conditions }: Ordered,
  places: readonly Place[],
): Promise<R[]> {
  if (places.length === 0) return [];
  const { where, parameters } = joined([among(places.map(({ id }) => id)), ...conditions]);
  const rows = await reader.read<R>({ sql: `SELECT ${columns} FROM ${table}${where}`, parameters });
  const byId = new Map(rows.map((row) => [row[0], row]));
  return places.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [row] : [];
  });
}

/** Compares as the databases do: text by code points, missing values last. */
function comparison({ direction }: Ordering): (a: Place, b: Place) => number {
  const sign = direction === 'ASC' ? 1 : -1;
  return (a, b) => {
    if (a.value === null || b.value === null) {
      return Number(a.value === null) - Number(b.value === null) || sign * (a.id - b.id);
    }
    return sign * (compareValues(a.value, b.value) || a.id - b.id);
  };
}

function compareValues(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
