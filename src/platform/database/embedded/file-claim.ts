import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type Libsql from 'libsql';
import { databaseFault } from '../database-errors';
import { embeddedDriver } from '../drivers';
import { explainFile } from './explain-file';

/** Longest that a start waits for the end of a service that is about to go, in milliseconds. */
const PATIENCE_MS = 1000;
/** And beyond that where nobody has claimed the file: a command may be about to end. */
const LONGEST_MS = 5000;
const RETRY_MS = 50;

/** Who has claimed a file. */
interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

/** Held until the process ends: a connection that is collected would let go of its lock. */
const held: Libsql.Database[] = [];

/**
 * Claims a database file for this process until it ends, however it ends: two services on one file would each believe that
 * nobody else writes. The claim is SQLite's own lock on a file beside it, which the system takes back from a process
 * that is gone, and which reaches as far as the file does, other containers included (decision 048). Commands
 * don't claim it: they may write beside the service.
 * @throws {Error} naming the process that has claimed it
 */
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

/** Does something with a database file that only a service may do beside others; nothing while a service has claimed the file. */
export function whileUnclaimed(file: string, work: () => void): void {
  const connection = openLock(realpathSync(file));
  try {
    // The service that had it last is named no more: a start meanwhile waits for the end of this, instead of naming that.
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

/** Only other starts need to read it, and a program that can open it could keep the service from starting. */
function openLock(real: string): Libsql.Database {
  const lock = lockOf(real);
  if (!existsSync(lock)) {
    closeSync(openSync(lock, 'a', 0o600));
    // A command that root runs must not keep the service's own user out.
    const { uid, gid } = statSync(real);
    if (process.getuid?.() === 0) chownSync(lock, uid, gid);
  }
  if (process.getuid?.() === statSync(lock).uid) chmodSync(lock, 0o600);
  const connection = new (embeddedDriver())(lock);
  connection.pragma(`busy_timeout = ${RETRY_MS}`);
  return connection;
}

/**
 * Writes who this is, then takes the write lock and keeps it: others can read meanwhile who has it.
 * @returns who else has it; undefined when this process has
 */
async function takeLock(connection: Libsql.Database): Promise<Holder | undefined> {
  const own: Holder = { token: randomUUID(), pid: process.pid, host: hostname() };
  const giveUp = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      connection.exec('BEGIN IMMEDIATE');
      if (findHolder(connection)?.token === own.token) return undefined;
      // Between this commit and the next turn another start may come in between: it finds its own name then, or this one.
      writeHolder(connection, own);
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      if (databaseFault(error) !== 'conflict') throw error;
      const overdue = performance.now() - giveUp;
      const holder = overdue > 0 ? findHolder(connection) : undefined;
      if (holder && holder.token !== own.token) return holder;
      // The program that has the lock isn't keylink.
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
