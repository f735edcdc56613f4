import { DataSource, type DataSourceOptions } from 'typeorm';
import { ApiKey } from '../api-keys/api-key.entity';
import { FormerSecret } from '../api-keys/former-secret.entity';
import { AuditRecord } from '../audit/audit-record.entity';
import { IdempotencyKey } from '../idempotency/idempotency-key.entity';
import { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseLog } from '../license-logs/license-log.entity';
import { Link } from '../links/link.entity';
import { ImportSecret } from '../transfer/import-secret.entity';
import type { DatabaseTarget } from './database-url';
import { embeddedOptions, prepareEmbeddedDriver } from './embedded/embedded-options';
import { InitialSchema1790000000000 } from './migrations/1790000000000-initial-schema';
import { AuditAndRotation1790100000000 } from './migrations/1790100000000-audit-and-rotation';
import { FlagIndexes1790200000000 } from './migrations/1790200000000-flag-indexes';
import { KeyExpiryAndSearch1790300000000 } from './migrations/1790300000000-key-expiry-and-search';
import { LinkLimitsAndSearch1790400000000 } from './migrations/1790400000000-link-limits-and-search';
import { BulkCreation1790500000000 } from './migrations/1790500000000-bulk-creation';
import { ImportSecret1790643000000 } from './migrations/1790643000000-import-secret';
import { IdempotencyKinds1790730000000 } from './migrations/1790730000000-idempotency-kinds';
import { mysqlOptions, mysqlPoolsOf } from './mysql-options';
import { requireSchema } from './schema-state';
import { withStartLock } from './start-lock';

const entities = [LicenseKey, LicenseLog, Link, ApiKey, FormerSecret, IdempotencyKey, AuditRecord, ImportSecret];
const migrations = [
  InitialSchema1790000000000,
  AuditAndRotation1790100000000,
  FlagIndexes1790200000000,
  KeyExpiryAndSearch1790300000000,
  LinkLimitsAndSearch1790400000000,
  BulkCreation1790500000000,
  ImportSecret1790643000000,
  IdempotencyKinds1790730000000,
];

/** Options of the service, its command line and its tests: one set of entities and migrations for both databases. */
export function dataSourceOptions(target: DatabaseTarget): DataSourceOptions {
  return {
    ...(target.engine === 'embedded' ? embeddedOptions(target) : mysqlOptions(target)),
    entities,
    migrations,
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    logging: false,
  };
}

/**
 * Connects, and leaves the schema as it is.
 * @param hasDeadlines whether a statement that takes longer than a client would wait is given up
 */
export async function connectDatabase(options: DataSourceOptions, hasDeadlines = true): Promise<DataSource> {
  const dataSource = new DataSource(options);
  if (options.type === 'better-sqlite3') prepareEmbeddedDriver(dataSource);
  await dataSource.initialize();
  setDeadlines(dataSource, hasDeadlines);
  return dataSource;
}

/** Connects and brings the schema up to date; several instances may do so at once. */
export async function openDatabase(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = await connectDatabase(options, false);
  try {
    await migrate(dataSource);
    setDeadlines(dataSource, true);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/**
 * Brings the schema up to date, under the start lock.
 * @param dataSource one without deadlines: an index on a large table takes its time
 * @returns the names of the migrations that were made
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const made = await withStartLock(dataSource, () => dataSource.runMigrations());
  return made.map(({ name }) => name);
}

/**
 * Connects to a database whose schema is up to date already.
 * @throws {SchemaBehindError}
 */
export async function openCurrentDatabase(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = await connectDatabase(options);
  try {
    await requireSchema(dataSource);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/** Whether a statement that takes longer than a client would wait is given up; the embedded database knows no such. */
export function setDeadlines(dataSource: DataSource, hasDeadlines: boolean): void {
  const pools = mysqlPoolsOf(dataSource);
  for (const pool of pools ? [pools.batches, pools.reads, pools.others] : []) pool.hasDeadlines = hasDeadlines;
}
