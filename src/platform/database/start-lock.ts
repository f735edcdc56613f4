import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { databaseFault } from './database-errors';
import { ensureStartLockTable } from './start-lock-table';

const POLL_MS = 200;
const BEAT_MS = 1000;
/** A holder whose beat stood still this long, by the waiter's own clock, has died. */
const STALE_MS = 5000;

interface Holder {
  owner: string;
  beat: number;
}

/**
 * Lets one instance of the service at a time do something, so that several can start at once on one database. The lock is
 * a row with a beating counter rather than the server's own lock function, which SQLite doesn't have and which a cluster
 * of several servers doesn't share.
 */
export class StartLock {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs `work` while no other instance runs theirs. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const { dataSource } = this;
    const owner = randomUUID();
    await ensureStartLockTable(dataSource);
    await acquire(dataSource, owner);
    // A beat that fails is not an error: the next one may succeed, and the work's own queries tell.
    const beat = () =>
      dataSource.query('UPDATE start_lock SET beat = beat + 1 WHERE owner = ?', [owner]).catch(() => {});
    const beating = setInterval(() => void beat(), BEAT_MS);
    try {
      return await work();
    } finally {
      clearInterval(beating);
      await dataSource.query('DELETE FROM start_lock WHERE owner = ?', [owner]);
    }
  }
}

async function acquire(dataSource: DataSource, owner: string): Promise<void> {
  let seen: Holder | undefined;
  let seenAt = 0;
  for (;;) {
    const holder = await findHolder(dataSource);
    if (holder?.owner === owner) return;
    if (!holder) {
      await insertHolder(dataSource, owner);
      continue;
    }
    if (holder.owner !== seen?.owner || holder.beat !== seen.beat) {
      seen = holder;
      seenAt = performance.now();
    } else if (performance.now() - seenAt > STALE_MS) {
      await dataSource.query('UPDATE start_lock SET owner = ?, beat = 0 WHERE owner = ? AND beat = ?', [
        owner,
        holder.owner,
        holder.beat,
      ]);
      continue;
    }
    await sleep(POLL_MS);
  }
}

async function findHolder(dataSource: DataSource): Promise<Holder | undefined> {
  const rows = (await dataSource.query('SELECT owner, beat FROM start_lock WHERE id = 1')) as Holder[];
  return rows[0];
}

async function insertHolder(dataSource: DataSource, owner: string): Promise<void> {
  try {
    await dataSource.query('INSERT INTO start_lock (id, owner, beat) VALUES (1, ?, 0)', [owner]);
  } catch (error) {
    // Another instance was faster: it holds the lock now.
    if (databaseFault(error) !== 'duplicate') throw error;
  }
}
