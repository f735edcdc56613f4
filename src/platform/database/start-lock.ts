import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { databaseFault } from './database-errors';
import { ensureStartLockTable } from './start-lock-table';

const POLL_MS = 200;
const BEAT_MS = 1000;
/** A holder whose beat stood still this long, by the waiter's own clock, has died. */
const STALE_MS = 5000;

/** What tells a server from all others, of its cluster too; unlike `server_uuid`, both MySQL and MariaDB have it. */
const SERVER = "CONCAT_WS(':', @@hostname, @@port, @@server_id)";
/** Of a holder whose session has locked its name on a server: which one that is, and the name's random part. */
const LOCKED_NAME = /^([0-9a-f]{12}):/;

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

  /**
   * Runs `work` while no other instance runs theirs.
   * @param session that all of the work is done in, where it is one session of a server's: once that is gone, however it went, the
   * next instance needn't wait for beats that stay away
   */
  async hold<T>(work: () => Promise<T>, session?: QueryRunner): Promise<T> {
    const { dataSource } = this;
    await ensureStartLockTable(dataSource);
    const owner = (session && (await lockedName(session))) ?? randomUUID();
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
    } else if (performance.now() - seenAt > STALE_MS || (await isGone(dataSource, holder.owner))) {
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

/** A name that a session has locked, which only its end unlocks; undefined where the server knows no such locks. */
async function lockedName(session: QueryRunner): Promise<string | undefined> {
  const [{ server }] = (await session.query(`SELECT ${SERVER} AS server`)) as { server: unknown }[];
  const name = `${shortHash(server)}:${randomBytes(11).toString('hex')}`;
  const locking = session.query('SELECT GET_LOCK(?, 0) AS taken', [name]).catch(orNothing);
  const [{ taken }] = (await locking) as { taken?: unknown }[];
  return Number(taken) === 1 ? name : undefined;
}

/** Whether it is certain that a holder is gone: only the server that its session locked the name on can tell. */
async function isGone(dataSource: DataSource, owner: string): Promise<boolean> {
  const [, hash] = LOCKED_NAME.exec(owner) ?? [];
  if (hash === undefined) return false;
  const sql = `SELECT ${SERVER} AS server, IS_FREE_LOCK(?) AS isFree`;
  const [row] = (await dataSource.query(sql, [owner]).catch(orNothing)) as { server?: unknown; isFree?: unknown }[];
  return shortHash(row.server) === hash && Number(row.isFree) === 1;
}

/** Some clusters refuse such locks: there, beats tell. */
function orNothing(error: unknown): object[] {
  if (databaseFault(error) !== undefined) throw error;
  return [{}];
}

const shortHash = (text: unknown): string => createHash('sha256').update(String(text)).digest('hex').slice(0, 12);

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
