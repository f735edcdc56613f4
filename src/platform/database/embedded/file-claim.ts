import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type Libsql from 'libsql';
import { databaseFault } from '../database-errors';
import { embeddedDriver } from '../drivers';
import { explainFile } from './explain-file';

/** How long a start waits for a service that is about to end. */
const PATIENCE_MS = 1000;
/** How long it waits if the holder is unknown: a command may be about to end. */
const LONGEST_MS = 5000;
const RETRY_MS = 50;

interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

/** Held until the process ends: garbage collection would release the lock. */
const held: Libsql.Database[] = [];

/** Claims a file until this process ends, by a lock beside it (decision 003). @throws {Error} naming the holder */
export async function claimFile(file: string): Promise<void> {
  const real = realpathSync(file);
  const found = statSync(real);
  if (found.isFile() && found.nlink > 1) {
    throw new Error(
      `DATABASE_URL: ${file} has other names (hard links), under which it could be damaged; remove them, or name a copy.`,
    );
  }
  try {
    const connection = openLock(real);
    held.push(connection);
    const other = await takeLock(connection);
    if (other) throw new FileInUseError(file, other);
  } catch (error) {
    throw error instanceof FileInUseError ? error : explainFile(error, lockOf(real));
  }
}

/** Runs `work` unless a service has claimed the file. */
export function whileUnclaimed(file: string, work: () => void): void {
  const connection = openLock(realpathSync(file));
  try {
    // Forgets the last holder, so that a start meanwhile waits instead of naming it.
    connection.exec('BEGIN IMMEDIATE; DROP TABLE IF EXISTS holder; COMMIT; BEGIN IMMEDIATE');
    work();
  } catch (error) {
    if (databaseFault(error) !== 'conflict') throw error;
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    connection.close();
  }
}

class FileInUseError extends Error {
  constructor(file: string, { pid, host }: Holder) {
    super(
      `DATABASE_URL: ${file} is in use by another keylink, process ${pid} on ${host}. An embedded database is for one service: stop that one, or move to MySQL.`,
    );
  }
}

const lockOf = (real: string): string => `${real}-lock`;

/** Private: anyone who can open the lock file could keep the service from starting. */
function openLock(real: string): Libsql.Database {
  const lock = lockOf(real);
  if (!existsSync(lock)) {
    closeSync(openSync(lock, 'a', 0o600));
    // A file made by root must not keep the service's user out.
    const { uid, gid } = statSync(real);
    if (process.getuid?.() === 0) chownSync(lock, uid, gid);
  }
  if (process.getuid?.() === statSync(lock).uid) chmodSync(lock, 0o600);
  const connection = new (embeddedDriver())(lock);
  connection.pragma(`busy_timeout = ${RETRY_MS}`);
  return connection;
}

/** Writes its holder first, then keeps the write lock: others can still read who holds it. @returns any other holder */
async function takeLock(connection: Libsql.Database): Promise<Holder | undefined> {
  const own: Holder = { token: randomUUID(), pid: process.pid, host: hostname() };
  const giveUp = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      connection.exec('BEGIN IMMEDIATE');
      if (findHolder(connection)?.token === own.token) return undefined;
      // Another start may win the lock before the next turn: it finds its own name then, or this one.
      writeHolder(connection, own);
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      if (databaseFault(error) !== 'conflict') throw error;
      const overdue = performance.now() - giveUp;
      const holder = overdue > 0 ? findHolder(connection) : undefined;
      if (holder && holder.token !== own.token) return holder;
      // The process that holds the lock isn't keylink.
      if (overdue > LONGEST_MS) throw error;
      await sleep(RETRY_MS);
    }
  }
}

function findHolder(connection: Libsql.Database): Holder | undefined {
  const isThere = connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'holder'").all().length > 0;
  if (!isThere) return undefined;
  return (connection.prepare('SELECT token, pid, host FROM holder').all() as Holder[])[0];
}

function writeHolder(connection: Libsql.Database, { token, pid, host }: Holder): void {
  connection.exec('CREATE TABLE IF NOT EXISTS holder (token TEXT NOT NULL, pid INTEGER NOT NULL, host TEXT NOT NULL)');
  connection.exec('DELETE FROM holder');
  connection.prepare('INSERT INTO holder VALUES (?, ?, ?)').run([token, pid, host]);
  connection.exec('COMMIT');
}
