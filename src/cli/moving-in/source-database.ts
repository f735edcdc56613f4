import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Client } from 'pg';
import { embeddedDriver, mysqlDriver, postgresDriver } from '../../platform/database/drivers';
import { sslOptions } from '../../platform/database/server-tls';
import { type MysqlTarget, parseDatabaseUrl } from '../../platform/settings/database-url';
import { explainSource } from './explain-source';

export type Cells = Readonly<Record<string, unknown>>;
type Engine = 'sqlite' | 'mysql' | 'postgres';

/** The database of another program; read-only. */
export interface SourceDatabase {
  readonly engine: Engine;
  /** Undefined on a server. */
  readonly file?: string;
  /** Runs one statement. @param values for its `?`, which PostgreSQL doesn't have */
  query(sql: string, values?: readonly string[]): Promise<Cells[]>;
  close(): Promise<void>;
}

/** Rows per page. */
export const PAGE = 1000;
const CONNECT_TIMEOUT_MS = 10_000;
const KNOWN =
  'name it as mysql://user:password@host:3306/name, postgres://user:password@host:5432/name or sqlite:path/to/file.';

/** @throws {Error} that explains why it can't be read, without the password */
export async function openSource(text: string): Promise<SourceDatabase> {
  if (/^postgres(?:ql)?:\/\//.test(text)) return openPostgres(text);
  if (/^[a-z]{2,}:/i.test(text) && !/^(?:sqlite:|mysql:\/\/|mariadb:\/\/)/.test(text))
    throw new Error(`keylink can't read such a database; ${KNOWN}`);
  const target = targetOf(/^(?:sqlite|mysql|mariadb):/.test(text) ? text : `sqlite:${text}`);
  return target.engine === 'mysql' ? openMysql(target) : openFile(target.file);
}

function targetOf(text: string) {
  try {
    return parseDatabaseUrl(text);
  } catch (error) {
    throw new Error(`The database to read ${(error as Error).message}`, { cause: error });
  }
}

async function openFile(path: string): Promise<SourceDatabase> {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder; name the database file in it.`);
  return explained(file, async () => {
    const database = new (embeddedDriver())(file);
    // The driver's `readonly` option has no effect on SQLite.
    database.exec('PRAGMA query_only = ON');
    database.exec('PRAGMA busy_timeout = 5000');
    const query = (sql: string, values: readonly string[] = []) => database.prepare(sql).all(...values) as Cells[];
    query('SELECT name FROM sqlite_master LIMIT 1');
    return {
      engine: 'sqlite',
      file,
      query: (...given) => explained(file, async () => query(...given)),
      close: async () => void database.close(),
    };
  });
}

async function openMysql({ servers, user, password, database, tls }: MysqlTarget): Promise<SourceDatabase> {
  const [{ host, port }] = servers;
  const place = `${host}:${port}/${database}`;
  return explained(place, async () => {
    const options = {
      host,
      port,
      user,
      // As in MySQL's command line: a password in arguments would be visible to others.
      password: password || process.env.MYSQL_PWD,
      database,
      ssl: tls && sslOptions(tls),
      charset: 'utf8mb4',
      dateStrings: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
    };
    const connection = mysqlDriver().createConnection(options).promise();
    // Errors between statements are reported by the next one.
    connection.on('error', () => {});
    await connection.query('SET SESSION TRANSACTION READ ONLY');
    return {
      engine: 'mysql',
      query: (sql, values = []) =>
        explained(place, async () => (await connection.query(sql, [...values]))[0] as Cells[]),
      close: async () => connection.destroy(),
    };
  });
}

async function openPostgres(text: string): Promise<SourceDatabase> {
  if (!URL.canParse(text)) throw new Error(`The database to read can't be understood; ${KNOWN}`);
  const { host, pathname } = new URL(text);
  const place = `${host}${pathname}`;
  return explained(place, async () => {
    const { Client: PostgresClient } = postgresDriver();
    const client: Client = new PostgresClient({
      connectionString: text,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      options: '-c default_transaction_read_only=on',
    });
    client.on('error', () => {});
    await client.connect();
    return {
      engine: 'postgres',
      query: (sql) => explained(place, async () => (await client.query<Record<string, unknown>>(sql)).rows),
      close: () => client.end(),
    };
  });
}

/** Pages of rows by ascending id. @param select without WHERE; it has the id as `id` @param id the column @returns pages, none of them empty */
export async function* pagesById(source: SourceDatabase, select: string, id: string): AsyncGenerator<Cells[]> {
  let last = 0;
  for (;;) {
    const rows = await source.query(`${select} WHERE ${id} > ${last} ORDER BY ${id} LIMIT ${PAGE}`);
    if (rows.length === 0) return;
    yield rows;
    last = Number(rows.at(-1)!.id);
  }
}

async function explained<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainSource(error, place);
  }
}
