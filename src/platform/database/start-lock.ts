import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { databaseFault } from './database-errors';
import { hasTable } from './has-table';
import { SERVER_NAME } from './server-run';

const POLL_MS = 200;
const BEAT_MS = 1000;
/** Without a beat for this long, by the waiter's clock, a holder is dead. */
const STALE_MS = 5000;

/** The server's hash in the name of a holder that has locked its name there. */
const LOCKED_NAME = /^([0-9a-f]{12}):/;

interface Holder {
  owner: string;
  beat: number;
}

/** Lets one instance start at a time. A row, since SQLite lacks the server's locks and clusters don't share them. */
export class StartLock {
  constructor(private readonly dataSource: DataSource) {}

  /** @param session does all of the work; once it is gone, the next instance needn't wait for missing heartbeats */
  async hold<T>(work: () => Promise<T>, session?: QueryRunner): Promise<T> {
    const { dataSource } = this;
    await ensureStartLockTable(dataSource);
    const owner = (session && (await lockedName(session))) ?? randomUUID();
    await acquire(dataSource, owner);
    // The next beat may succeed, and the work's own queries fail too.
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

/** Locks a random name for the session's lifetime; undefined if the server has no such locks. */
async function lockedName(session: QueryRunner): Promise<string | undefined> {
  const [{ server }] = (await session.query(`SELECT ${SERVER_NAME} AS server`)) as { server: unknown }[];
  const name = `${shortHash(server)}:${randomBytes(11).toString('hex')}`;
  const locking = session.query('SELECT GET_LOCK(?, 0) AS taken', [name]).catch(orNothing);
  const [{ taken }] = (await locking) as { taken?: unknown }[];
  return Number(taken) === 1 ? name : undefined;
}

/** Only the server that has the name lock can tell. */
async function isGone(dataSource: DataSource, owner: string): Promise<boolean> {
  const [, hash] = LOCKED_NAME.exec(owner) ?? [];
  if (hash === undefined) return false;
  const sql = `SELECT ${SERVER_NAME} AS server, IS_FREE_LOCK(?) AS isFree`;
  const [row] = (await dataSource.query(sql, [owner]).catch(orNothing)) as { server?: unknown; isFree?: unknown }[];
  return shortHash(row.server) === hash && Number(row.isFree) === 1;
}

/** Some clusters refuse such locks: there, only heartbeats count. */
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
    if (databaseFault(error) !== 'duplicate') throw error;
  }
}

const NAME = 'start_lock';

/** Checks first: without the right to create tables, even IF NOT EXISTS is refused. */
async function ensureStartLockTable(dataSource: DataSource): Promise<void> {
  if (await hasTable(dataSource, NAME)) return;
  await dataSource.query(
    `CREATE TABLE IF NOT EXISTS ${NAME} (id INT NOT NULL PRIMARY KEY, owner VARCHAR(36) NOT NULL, beat BIGINT NOT NULL)`,
  );
}
