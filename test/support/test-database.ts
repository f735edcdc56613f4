import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import Libsql from 'libsql';
import mysql from 'mysql2/promise';
import { withoutDatabase } from './find-databases.js';
import { quickFolder } from './quick-folder.js';

declare global {
  /** The database of the Jest project that runs; `jest.config.js` sets it. */
  var testDatabase: { label: string; url: string };
}

/** An empty database of its own for one test file. */
export interface TestDatabase {
  /** For `DATABASE_URL`. */
  readonly url: string;
  drop(): Promise<void>;
}

export const onEmbedded = (): boolean => globalThis.testDatabase.url.startsWith('sqlite:');

export async function createTestDatabase(): Promise<TestDatabase> {
  return onEmbedded() ? createFile() : createOnServer(withoutDatabase(globalThis.testDatabase.url));
}

/** As `createTestDatabase`, with the tables as they are after all migrations: making those takes long. */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  if (onEmbedded()) {
    const file = new Libsql(database.url.slice('sqlite:'.length));
    file.exec(`BEGIN; ${process.env.TEST_FILE_SCHEMA!}; COMMIT`);
    file.close();
    return database;
  }
  const schemas = JSON.parse(process.env.TEST_SCHEMAS!) as Record<string, string>;
  await run(database.url, schemas[globalThis.testDatabase.label]);
  return database;
}

function createFile(): TestDatabase {
  const folder = mkdtempSync(join(quickFolder(), 'keylink-test-'));
  return {
    url: `sqlite:${join(folder, 'keylink.db')}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function createOnServer(server: string): Promise<TestDatabase> {
  const name = `keylink_test_${randomBytes(6).toString('hex')}`;
  await run(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => run(server, `DROP DATABASE IF EXISTS ${name}`) };
}

async function run(server: string, statements: string): Promise<void> {
  const connection = await mysql.createConnection({ uri: server, multipleStatements: true });
  try {
    await connection.query(statements);
  } finally {
    await connection.end();
  }
}
