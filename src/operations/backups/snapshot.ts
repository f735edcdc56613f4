import type Libsql from 'libsql';
import type { PoolConnection } from 'mysql2';
import type { DataSource } from 'typeorm';
import { embeddedDriver } from '../../platform/database/drivers';
import { toPlain } from '../../platform/database/embedded/embedded-connection';
import { mysqlPoolsOf } from '../../platform/database/mysql-options';
import { runOn } from '../../platform/database/mysql-query';
import type { BackedUpTable } from './backed-up-tables';

type Value = string | number | Buffer | null;

/** Maximum rows per page; fewer if they are large, so that memory stays bounded. */
const MOST_ROWS = 5000;
const PAGE_BYTES = 1_000_000;
const FIRST_ROWS = 200;

/** The whole database at one moment. Writers aren't blocked. */
export interface Snapshot {
  /** Rows as arrays. */
  query(sql: string, parameters?: Value[]): Promise<Value[][]>;
  close(): void;
}

/** @param dataSource without deadlines: a page of large rows may be slow */
export function openSnapshot(dataSource: DataSource): Promise<Snapshot> {
  return dataSource.options.type === 'mysql' ? openOnServer(dataSource) : Promise.resolve(openFile(dataSource));
}

async function openOnServer(dataSource: DataSource): Promise<Snapshot> {
  const connection: PoolConnection = await mysqlPoolsOf(dataSource)!.others.connect();
  const query = (sql: string, parameters: Value[] = []) =>
    runOn(connection, sql, parameters as (string | number | null)[]) as Promise<unknown> as Promise<Value[][]>;
  // No other user may get this session's settings.
  const close = (): void => connection.destroy();
  try {
    await query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    return { query, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Its own connection: the data source's one would block transactions of commands. */
function openFile({ options }: DataSource): Snapshot {
  const connection = new (embeddedDriver())(String(options.database));
  const query = (sql: string, parameters: Value[] = []): Value[][] => {
    const statement = connection.prepare(sql);
    statement.safeIntegers(true).raw(true);
    return (statement.all(parameters) as unknown[][]).map((row) => row.map((value) => toPlain(value) as Value));
  };
  try {
    connection.exec('PRAGMA query_only = ON; BEGIN');
    // The first read fixes the moment.
    query('SELECT COUNT(*) FROM sqlite_master');
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    query: (sql, parameters) => Promise.resolve().then(() => query(sql, parameters)),
    close: () => endReading(connection),
  };
}

function endReading(connection: Libsql.Database): void {
  connection.exec('ROLLBACK');
  connection.close();
}

/** Pages in the order of the primary key, each of about a megabyte. */
export async function* pagesOf(
  snapshot: Snapshot,
  { name, columns, key }: BackedUpTable,
  isServer: boolean,
): AsyncGenerator<Value[][]> {
  const places = key.map((column) => columns.indexOf(column));
  const select = `SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)}`;
  const order = key.map(quote).join(', ');
  let limit = FIRST_ROWS;
  for (let last: Value[] | undefined; ;) {
    const after = last && (isServer ? laterOnServer(key, last) : laterInFile(key, last));
    const where = after ? ` WHERE ${after.sql}` : '';
    const page = await snapshot.query(`${select}${where} ORDER BY ${order} LIMIT ${limit}`, after?.parameters);
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    last = places.map((place) => page.at(-1)![place]);
    limit = Math.max(1, Math.min(MOST_ROWS, Math.floor((PAGE_BYTES * page.length) / sizeOf(page))));
  }
}

interface Condition {
  readonly sql: string;
  readonly parameters: Value[];
}

const laterInFile = (key: readonly string[], last: Value[]): Condition => ({
  sql: `(${key.map(quote).join(', ')}) > (${key.map(() => '?').join(', ')})`,
  parameters: last,
});

/** `(a, b) > (1, 2)` written out: MySQL doesn't use an index for the short form. */
function laterOnServer([column, ...others]: readonly string[], [value, ...values]: Value[]): Condition {
  if (others.length === 0) return { sql: `${quote(column)} > ?`, parameters: [value] };
  const { sql, parameters } = laterOnServer(others, values);
  return {
    sql: `(${quote(column)} > ? OR (${quote(column)} = ? AND ${sql}))`,
    parameters: [value, value, ...parameters],
  };
}

function sizeOf(page: readonly Value[][]): number {
  let size = 0;
  for (const row of page) {
    for (const value of row) size += typeof value === 'string' || value instanceof Buffer ? value.length + 3 : 8;
  }
  return size;
}

export const quote = (name: string): string => `\`${name}\``;
