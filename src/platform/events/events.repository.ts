import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Between, type EntityManager, In, LessThan, Repository } from 'typeorm';
import { StaleRowsError } from '../database/database-errors';
import { insertions } from '../database/insert-rows';
import { writeAll } from '../database/write-all';
import { Readers } from '../database/reader';
import { retryConflicts } from '../database/retry-conflicts';
import { marks, type Statement, type Write } from '../database/statement-runner';
import { StoredEvent } from './event.entity';
import { EventPosition } from './event-position.entity';
import { COLUMNS, type EventRow, type NewEvent, type NumberedEvent, toEvent, toRow } from './event-row';

/** Filters; all must match. */
export interface EventFilter {
  readonly types?: readonly string[];
  readonly uid?: string;
  readonly pid?: number;
}

export interface FoundEvents {
  readonly events: NumberedEvent[];
  readonly upTo: number;
  readonly last: number;
}

const NO_COUNTER = 'The table event_positions is empty: put its row back, (1, the greatest position).';
/** Positions per statement: a rare filter must not scan the whole table at once. */
const WALKED = 5000;

@Injectable()
export class EventsRepository {
  constructor(
    @InjectRepository(StoredEvent) private readonly events: Repository<StoredEvent>,
    @InjectRepository(EventPosition) private readonly positions: Repository<EventPosition>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): EventsRepository {
    const [events, positions] = [
      transaction.withRepository(this.events),
      transaction.withRepository(this.positions),
    ] as const;
    return new EventsRepository(events, positions, this.readers);
  }

  append(events: readonly NewEvent[]): Promise<void> {
    return writeAll(this.events.manager, this.appending(events));
  }

  /** The statements of `append`. */
  appending(events: readonly NewEvent[]): Write[] {
    return insertions('events', events.map(toRow));
  }

  /** The last visible position; 0 if there is none. */
  async findLastPosition(): Promise<number> {
    return (await this.findPositions()).shown;
  }

  /** The last assigned position, and the last visible one. */
  async findPositions(): Promise<{ readonly given: number; readonly shown: number }> {
    const sql = 'SELECT position, shown FROM event_positions WHERE id = 1';
    const [row] = await this.readers.live.read<readonly [number, number]>({ sql, parameters: [] });
    if (!row) throw new Error(NO_COUNTER);
    return { given: row[0], shown: row[1] };
  }

  /** The first position that is still kept; undefined without events. */
  async findFirstPosition(): Promise<number | undefined> {
    // Servers would read the whole index for IS NOT NULL.
    const sql = 'SELECT MIN(position) FROM events WHERE position > 0';
    const [[position]] = await this.readers.pages.read<readonly [number | null]>({ sql, parameters: [] });
    return position ?? undefined;
  }

  /** The last position before a time, in milliseconds since the Unix epoch; 0 if all events are later. */
  async findPositionBefore(at: number): Promise<number> {
    let [low, high] = [0, await this.findLastPosition()];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const sql = 'SELECT position, at FROM events WHERE position >= ? ORDER BY position LIMIT 1';
      const [row] = await this.readers.pages.read<readonly [number, number]>({ sql, parameters: [middle] });
      if (row && row[1] < at) low = Math.max(middle, row[0]);
      else high = middle - 1;
    }
    return low;
  }

  /**
   * Matching events after a position, ascending. `upTo` is how far this looked, at least `after`: more may follow even
   * if there are fewer than `limit`. `last` is the last visible position; after a crash, it can be lower than before.
   */
  async findAfter(after: number, limit: number, filter: EventFilter = {}): Promise<FoundEvents> {
    const end = after + Math.max(WALKED, limit);
    const conditions: Statement[] = [
      {
        sql: 'events.position > ? AND events.position <= ? AND events.position <= given.shown',
        parameters: [after, end],
      },
      ...matching(filter),
    ];
    // One statement sees one moment: events up to `last` are complete, whichever server answers.
    const rows = await this.readers.pages.read<readonly [last: number, ...EventRow]>({
      sql: `SELECT given.shown, ${COLUMNS} FROM event_positions AS given
        LEFT JOIN events ON ${conditions.map(({ sql }) => sql).join(' AND ')} WHERE given.id = 1 ORDER BY events.position LIMIT ?`,
      parameters: [...conditions.flatMap(({ parameters }) => parameters), limit],
    });
    if (rows.length === 0) throw new Error(NO_COUNTER);
    const [[last]] = rows;
    const events = rows.filter(([, id]) => id !== null).map(([, ...row]) => toEvent(row));
    if (events.length === limit) return { events, upTo: events[limit - 1].position, last };
    const isGap = events.length === 0 && end < last;
    return { events, upTo: isGap ? await this.beforeNext(end) : Math.max(after, Math.min(last, end)), last };
  }

  /** The last position before the next event after one: after a restore, the gap is too long to scan. */
  private async beforeNext(position: number): Promise<number> {
    // Again in one moment: another server may lag behind.
    const [row] = await this.readers.pages.read<readonly [last: number, next: number | null]>({
      sql: `SELECT shown, (SELECT MIN(events.position) FROM events WHERE events.position > ?) FROM event_positions WHERE id = 1`,
      parameters: [position],
    });
    if (!row) throw new Error(NO_COUNTER);
    return Math.max(position, Math.min(row[0], (row[1] ?? Infinity) - 1));
  }

  /** Matching events before a position, newest first. `downTo` is how far this looked: more may follow even if there are fewer than `limit`. */
  async findBefore(
    before: number,
    limit: number,
    filter: EventFilter = {},
  ): Promise<{ events: NumberedEvent[]; downTo: number }> {
    const begin = Math.max(1, before - Math.max(WALKED, limit));
    const conditions: Statement[] = [
      { sql: 'events.position >= ? AND events.position < ?', parameters: [begin, before] },
      ...matching(filter),
    ];
    const rows = await this.readers.pages.read<EventRow>({
      sql: `SELECT ${COLUMNS} FROM events WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY position DESC LIMIT ?`,
      parameters: [...conditions.flatMap(({ parameters }) => parameters), limit],
    });
    const events = rows.map(toEvent);
    if (events.length === limit) return { events, downTo: events[limit - 1].position };
    return { events, downTo: events.length === 0 ? await this.behindPrevious(begin) : begin };
  }

  private async behindPrevious(position: number): Promise<number> {
    const sql = 'SELECT MAX(position) FROM events WHERE position < ?';
    const [[previous]] = await this.readers.pages.read<readonly [number | null]>({ sql, parameters: [position] });
    return previous === null ? position : previous + 1;
  }

  /** The events at some positions; deleted ones are missing. */
  async findAt(positions: readonly number[]): Promise<NumberedEvent[]> {
    if (positions.length === 0) return [];
    const sql = `SELECT ${COLUMNS} FROM events WHERE position IN (${marks(positions)})`;
    const rows = await this.readers.live.read<EventRow>({ sql, parameters: [...positions] });
    return rows.map(toEvent);
  }

  async findUnnumbered(most: number): Promise<number[]> {
    const sql = 'SELECT id FROM events WHERE position IS NULL ORDER BY id LIMIT ?';
    const rows = await this.readers.live.read<readonly [number]>({ sql, parameters: [most] });
    return rows.map(([id]) => id);
  }

  /**
   * Assigns the positions after one to committed events, in the order of `ids`, which ascend; within a transaction.
   * @returns false if another instance has assigned these positions
   */
  async number(ids: readonly number[], after: number): Promise<boolean> {
    const moved = await this.positions.update({ id: 1, position: after }, { position: after + ids.length });
    if (moved.affected !== 1) return false;
    const runs = consecutive(ids);
    const places = runs.map(() => 'WHEN id <= ? THEN id + ?').join(' ');
    await this.events.manager.query(
      `UPDATE events SET position = CASE ${places} END WHERE id IN (${marks(ids)}) AND position IS NULL`,
      [...runs.flatMap(({ last, index }) => [last, after + index + 1 - last]), ...ids],
    );
    const numbered = await this.events.count({ where: { position: Between(after + 1, after + ids.length) } });
    if (numbered !== ids.length) throw new StaleRowsError();
    return true;
  }

  /** Makes events up to a position visible. The database must have confirmed the commit that assigned the positions. */
  async show(upTo: number): Promise<void> {
    await this.positions.update({ id: 1, shown: LessThan(upTo) }, { shown: upTo });
  }

  /** Continues after a position, after a restore; nobody else may be numbering. */
  async leap(position: number): Promise<void> {
    await this.positions.update({ id: 1 }, { position, shown: position });
  }

  /** Commits something, which proves that everything visible before is on disk. */
  async confirm(): Promise<void> {
    await this.positions.increment({ id: 1 }, 'confirmations', 1);
  }

  /** @returns how many of the oldest events from before a time were deleted, at most `most` */
  async deleteOlder(before: number, most: number): Promise<number> {
    const sql = 'SELECT id, at FROM events WHERE position IS NOT NULL ORDER BY position LIMIT ?';
    const rows = await this.readers.streams.read<readonly [number, number]>({ sql, parameters: [most] });
    const firstKept = rows.findIndex(([, at]) => at >= before);
    const ids = rows.slice(0, firstKept < 0 ? rows.length : firstKept).map(([id]) => id);
    if (ids.length > 0) await retryConflicts(() => this.events.delete({ id: In(ids) }));
    return ids.length;
  }

  /** In milliseconds since the Unix epoch; undefined without events. */
  async findNewestTime(): Promise<number | undefined> {
    const [newest] = await this.events.find({ select: { id: true, at: true }, order: { id: 'DESC' }, take: 1 });
    return newest?.at;
  }
}

/** The ends of runs of consecutive ids: each one's last id and index. */
function consecutive(ids: readonly number[]): { last: number; index: number }[] {
  return ids.flatMap((last, index) => (ids[index + 1] === last + 1 ? [] : [{ last, index }]));
}

function matching({ types, uid, pid }: EventFilter): Statement[] {
  return [
    ...(types ? [{ sql: `type IN (${marks(types)})`, parameters: [...types] }] : []),
    ...(uid === undefined ? [] : [{ sql: 'uid = ?', parameters: [uid] }]),
    ...(pid === undefined ? [] : [{ sql: 'product = ?', parameters: [pid] }]),
  ];
}
