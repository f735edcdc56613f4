import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import type { TestDatabase } from './test-database';

/** A user of a test's database that may read and write rows, and nothing else. */
export interface LimitedUser {
  /** For `DATABASE_URL`; it has no password in it. */
  readonly url: string;
  readonly password: string;
  drop(): Promise<void>;
}

/** Only on a server. */
export async function createLimitedUser(database: TestDatabase, password: string): Promise<LimitedUser> {
  const name = `limited_${randomBytes(6).toString('hex')}`;
  const url = new URL(database.url);
  const schema = url.pathname.slice(1);
  await run(database, 'CREATE USER ?@? IDENTIFIED BY ?', [name, '%', password]);
  // Not by GRANT, which is the one thing that the tests' own user may not be allowed to.
  await run(
    database,
    "INSERT INTO mysql.db (Host, Db, User, Select_priv, Insert_priv, Update_priv, Delete_priv) VALUES ('%', ?, ?, 'Y', 'Y', 'Y', 'Y')",
    [schema, name],
  );
  await run(database, 'FLUSH PRIVILEGES');
  url.username = name;
  url.password = '';
  return { url: url.href, password, drop: () => run(database, 'DROP USER ?@?', [name, '%']) };
}

async function run({ url }: TestDatabase, statement: string, parameters: string[] = []): Promise<void> {
  const connection = await mysql.createConnection(url);
  try {
    await connection.query(statement, parameters);
  } finally {
    await connection.end();
  }
}
