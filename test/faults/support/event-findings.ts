import { leaveCheckpoints } from '../../../src/platform/database/embedded/embedded-options';
import { type Change, markIn } from './event-changes';
import type { Followed } from './event-followers';
import type { Site } from './site';

const TARGETS = "('licenseKey', 'link', 'customer', 'bulkChange')";

interface TableEvent {
  readonly id: number;
  readonly eventId: string;
  readonly position: number | null;
}

/** What the database has in the end. */
export interface Stored {
  readonly events: readonly TableEvent[];
  readonly lastPosition: number;
  /** The marks of all records that have one, by target. */
  readonly marks: ReadonlyMap<string, string>;
  /** Numbers of events and of audit records, by target, where they differ. */
  readonly uneven: readonly string[];
}

type Row = Readonly<Record<string, string | number | null>>;

/** @param unaudited record id of the license key that is changed without the audit */
export function readStored(site: Site, unaudited: number): Promise<Stored> {
  return site.database.inspect(async (dataSource) => {
    await leaveCheckpoints(dataSource);
    const read = (sql: string): Promise<Row[]> => dataSource.query(sql);
    const events = await read('SELECT id, eventId, position FROM events ORDER BY position, id');
    const [counter] = await read('SELECT shown FROM event_positions');
    const records = [
      ...(await read("SELECT 'licenseKey' AS kind, id AS name, note AS text FROM license_keys")),
      ...(await read("SELECT 'link' AS kind, id AS name, url AS text FROM links")),
      ...(await read("SELECT 'customer' AS kind, uid AS name, name AS text FROM customers")),
    ];
    const count = async (table: string): Promise<Map<string, number>> => {
      const rows = await read(
        `SELECT targetType, targetId, COUNT(*) AS times FROM ${table} WHERE targetType IN ${TARGETS}
           AND NOT (targetType = 'licenseKey' AND targetId = ${unaudited}) GROUP BY targetType, targetId`,
      );
      return new Map(rows.map(({ targetType, targetId, times }) => [`${targetType} ${targetId}`, Number(times)]));
    };
    const [told, audited] = [await count('events'), await count('audit_log')];
    // These are not audited; each has an event of its end.
    for (const { id } of await read('SELECT id FROM bulk_changes')) audited.set(`bulkChange ${id}`, 1);
    return {
      events: events.map(({ id, eventId, position }) => ({
        id: Number(id),
        eventId: String(eventId),
        position: position === null ? null : Number(position),
      })),
      lastPosition: Number(counter.shown),
      marks: new Map(
        records.flatMap(({ kind, name, text }) => {
          const mark = markIn(text as string | null);
          return mark === undefined ? [] : [[`${kind} ${name}`, mark] as const];
        }),
      ),
      uneven: [...new Set([...told.keys(), ...audited.keys()])]
        .filter((target) => told.get(target) !== audited.get(target))
        .map((target) => `${target}: ${told.get(target) ?? 0} events, ${audited.get(target) ?? 0} audit records`),
    };
  });
}

/** How many events there are, and how many bulk changes run or wait. */
export function readProgress(site: Site): Promise<{ readonly events: number; readonly running: number }> {
  return site.database.inspect(async (dataSource) => {
    await leaveCheckpoints(dataSource);
    const [{ events }]: Row[] = await dataSource.query('SELECT COUNT(*) AS events FROM events');
    const [{ running }]: Row[] = await dataSource.query(
      'SELECT COUNT(*) AS running FROM bulk_changes WHERE endedAt IS NULL',
    );
    return { events: Number(events), running: Number(running) };
  });
}

/** What a follower has of the events of the table, in words; empty if it is everything, once, and in order. */
export function differencesOf(handled: readonly Followed[], { events }: Stored): string[] {
  const positions = new Map(handled.map(({ id, position }) => [id, position]));
  const missed = events.filter(({ eventId }) => !positions.has(eventId));
  const others = events.filter(
    ({ eventId, position }) => positions.has(eventId) && positions.get(eventId) !== position,
  );
  const stored = new Set(events.map(({ eventId }) => eventId));
  const invented = handled.filter(({ id }) => !stored.has(id));
  const wrongs: string[] = [];
  if (invented.length > 0)
    wrongs.push(`${invented.length} that are not stored, such as ${JSON.stringify(invented[0])}`);
  if (missed.length > 0) wrongs.push(`${missed.length} missed, such as ${JSON.stringify(missed[0])}`);
  if (others.length > 0) wrongs.push(`${others.length} at another position, such as ${JSON.stringify(others[0])}`);
  if (handled.length > positions.size) wrongs.push(`${handled.length - positions.size} twice`);
  const early = handled.findIndex(({ position }, index) => index > 0 && position <= handled[index - 1].position);
  if (early >= 0) wrongs.push(`position ${handled[early].position} after ${handled[early - 1].position}`);
  return wrongs;
}

/** What is wrong with the positions of the table, in words. */
export function gapsOf({ events, lastPosition }: Stored): string[] {
  const wrong = events.findIndex(({ position }, index) => position !== index + 1);
  if (wrong >= 0) return [`event ${wrong + 1} has the position ${events[wrong].position}`];
  return lastPosition === events.length ? [] : [`the last position is ${lastPosition}`];
}

interface ComparedChanges {
  /** Events of answered changes. */
  readonly acknowledged: number;
  /** Those that are missing. */
  readonly lost: number;
  /** Changes that were not answered as done. */
  readonly unanswered: number;
  /** What else is wrong, in words. */
  readonly wrongs: readonly string[];
}

/** Compares the changes with their events. */
export function compareChanges(changes: readonly Change[], handled: readonly Followed[]): ComparedChanges {
  const told = new Map<string, Followed[]>();
  for (const event of handled) {
    if (event.mark !== undefined) told.set(event.mark, [...(told.get(event.mark) ?? []), event]);
  }
  const answered = changes.filter(({ answeredAt }) => answeredAt !== undefined);
  let lost = 0;
  const wrongs: string[] = [];
  for (const { mark, type, records, answeredAt } of changes) {
    const events = told.get(mark) ?? [];
    told.delete(mark);
    if (events.length === 0 && answeredAt === undefined) continue;
    if (answeredAt !== undefined) lost += Math.max(0, records - events.length);
    if (events.length > records || (events.length < records && answeredAt === undefined)) {
      wrongs.push(`${mark}, of ${records} records, is told ${events.length} times`);
    }
    if (new Set(events.map(({ target }) => target)).size < events.length)
      wrongs.push(`${mark} is told twice of a record`);
    const other = events.find((event) => event.type !== type);
    if (other) wrongs.push(`${mark} is ${type} and told as ${other.type}`);
  }
  for (const [mark, [event]] of told) wrongs.push(`nobody asked for ${event.type} ${mark}`);
  const acknowledged = answered.reduce((sum, { records }) => sum + records, 0);
  return { acknowledged, lost, unanswered: changes.length - answered.length, wrongs };
}

/** Compares what the last event of each record says with what the database has. @returns what is wrong, in words */
export function compareRecords(handled: readonly Followed[], { marks, uneven }: Stored): string[] {
  const last = new Map(handled.flatMap(({ target, mark }) => (mark === undefined ? [] : [[target, mark] as const])));
  const targets = new Set([...last.keys(), ...marks.keys()]);
  const others = [...targets].filter((target) => last.get(target) !== marks.get(target));
  const words = others.map((target) => `${target} has ${marks.get(target)}, its last event ${last.get(target)}`);
  return [...words, ...uneven];
}
