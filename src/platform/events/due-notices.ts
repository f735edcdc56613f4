import type { EntityManager } from 'typeorm';
import { Pace } from '../concurrency/pace';
import { ROWS_A_STATEMENT } from '../database/insert-rows';
import type { Readers } from '../database/reader';
import type { Transactions } from '../database/transactions';
import type { NewEvent } from './event-row';
import type { EventsRepository } from './events.repository';

/** Interval between runs of a job. */
export const NOTICES_EVERY_MS = 15_000;
/** Overlap between runs: for changes in long transactions, and for records that were ended retroactively. */
const OVERLAP_MS = 10 * 60_000;
/** How long notices are kept: a clock that goes back by less announces nothing twice. */
const REMEMBERED_MS = 2 * 86_400_000;

interface Ending {
  readonly id: number;
  readonly expiresAt: number | null;
}

type Ended = Ending & { readonly expiresAt: number };

/** Which ends have been announced, and the progress. */
export interface Notices {
  within(transaction: EntityManager): Notices;
  /** Undefined before the first run. */
  findProgress(): Promise<number | undefined>;
  setProgress(upTo: number): Promise<void>;
  /** Ids of records that end after a time and up to another and haven't been announced, first to end first. */
  findUntold(after: number, upTo: number, limit: number): Promise<number[]>;
  /** Records whose current end hasn't been announced, within the transaction that has locked them. */
  untoldOf<Row extends Ending>(records: readonly Row[]): Promise<Row[]>;
  /** @throws {Error} 'duplicate' (`databaseFault`) if another instance has announced one meanwhile */
  insert(records: readonly Ended[]): Promise<void>;
  /** Deletes notices of ends before a time, which aren't needed any more. @returns how many, at most `limit` */
  deleteOlder(before: number, limit: number): Promise<number>;
}

/** What a feature tells of ends. */
export interface EndEvents<Row extends Ending> {
  readonly notices: Notices;
  /** How long before the end it is announced. */
  readonly leadMs: number;
  toEvents(transaction: EntityManager, records: readonly Row[]): EndEvent[] | Promise<EndEvent[]>;
}

/** Time is the author of all of them. */
export type EndEvent = Omit<NewEvent, 'actorType' | 'actorName' | 'at'>;

/** The records that exist, locked until the transaction ends. */
type LockAll<Row extends Ending> = (transaction: EntityManager, ids: readonly number[]) => Promise<Row[]>;

/** Announces ends of records: once for each value of `expiresAt`, and later if the service was down at the time. */
export class DueNotices {
  private readonly pace: Pace;

  constructor(
    private readonly events: EventsRepository,
    private readonly transactions: Transactions,
    readers: Readers,
  ) {
    this.pace = new Pace({ restFactor: 4, database: readers });
  }

  /** Announces everything due. @param now milliseconds since the Unix epoch */
  async advance<Row extends Ending>(
    what: EndEvents<Row>,
    lockAll: LockAll<Row>,
    now: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { notices, leadMs } = what;
    const due = await findDue(notices, leadMs, now);
    let looked: number | undefined;
    do {
      looked = await this.pace.run(() => this.tellPortion(what, lockAll, due), signal);
      if (looked === undefined) return;
    } while (looked > 0);
    while ((await this.forget(notices, due.after - REMEMBERED_MS, signal)) > 0);
    await notices.setProgress(now);
  }

  /** @returns how many records it looked at; 0 if everything is announced */
  private async tellPortion<Row extends Ending>(
    what: EndEvents<Row>,
    lockAll: LockAll<Row>,
    due: Due,
  ): Promise<number> {
    const ids = await what.notices.findUntold(due.after, due.upTo, ROWS_A_STATEMENT);
    if (ids.length > 0)
      await this.transactions.run(async (transaction) => {
        // One may have been changed, or told by another instance, since it was found.
        await tell(transaction, this.events, what, await lockAll(transaction, ids), due);
      });
    return ids.length;
  }

  private forget(notices: Notices, before: number, signal: AbortSignal): Promise<number> {
    if (signal.aborted) return Promise.resolve(0);
    return this.transactions.run((transaction) => notices.within(transaction).deleteOlder(before, ROWS_A_STATEMENT));
  }
}

/**
 * Tells of ends that have come since the last look, for a change that moves them: the next look would not find them any more.
 * @param records as they are before the change, locked by the transaction
 */
export async function tellPassed<Row extends Ending>(
  transaction: EntityManager,
  events: EventsRepository,
  what: EndEvents<Row>,
  records: readonly Row[],
  now: number,
): Promise<void> {
  const passed = records.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now + what.leadMs);
  if (passed.length === 0) return;
  const due = await findDue(what.notices.within(transaction), what.leadMs, now);
  await tell(transaction, events, what, passed, due);
}

interface Due {
  readonly after: number;
  readonly upTo: number;
}

/** Between which ends there may be some that nobody was told of. */
async function findDue(notices: Notices, leadMs: number, now: number): Promise<Due> {
  // What was due before the first start is history. A clock that was ahead must not leave a gap when it is put right.
  const from = Math.min((await notices.findProgress()) ?? now, now) - OVERLAP_MS;
  return { after: from + leadMs, upTo: now + leadMs };
}

/** @param locked what the transaction has locked: whoever else would tell of it waits */
async function tell<Row extends Ending>(
  transaction: EntityManager,
  events: EventsRepository,
  what: EndEvents<Row>,
  locked: readonly Row[],
  { after, upTo }: Due,
): Promise<void> {
  const due = locked.filter(hasEnd).filter(({ expiresAt: end }) => end > after && end <= upTo);
  if (due.length === 0) return;
  const notices = what.notices.within(transaction);
  const untold = (await notices.untoldOf(due)).toSorted((a, b) => a.expiresAt - b.expiresAt);
  if (untold.length === 0) return;
  await notices.insert(untold);
  const told = await what.toEvents(transaction, untold);
  await events.within(transaction).append(told.map((event) => Object.assign(event, AUTHOR, { at: Date.now() })));
}

const AUTHOR = { actorType: 'service', actorName: 'expiry' } as const;

const hasEnd = <Row extends Ending>(record: Row): record is Row & Ended => record.expiresAt !== null;
