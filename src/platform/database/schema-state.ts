import type { DataSource } from 'typeorm';
import { keylinkCommand } from '../settings/keylink-command';
import { hasTable } from './has-table';
import { findUnfinishedRestore, UnfinishedRestoreError } from './unfinished-restore';

const MIGRATIONS = 'schema_migrations';
/** The migrations that a version must know to use the schema. */
export const REQUIRED_MIGRATIONS = 'required_migrations';

interface SchemaState {
  readonly pending: string[];
  /** Created by a newer keylink. */
  readonly unknown: string[];
  /** Required for correct verdicts, but unknown to this keylink. */
  readonly beyond: string[];
}

class SchemaAheadError extends Error {
  constructor(beyond: readonly string[]) {
    super(`${aheadOf(beyond)} Start the newer version, or restore a backup from before the upgrade.`);
    this.name = 'SchemaAheadError';
  }
}

export const aheadOf = (beyond: readonly string[]): string =>
  `A newer keylink has changed the database's schema so that this version would judge license keys wrongly (${beyond.join(', ')}).`;

/** For what needs the whole schema. @param otherwise what to do instead */
export const unknownIn = (unknown: readonly string[], otherwise: string): string =>
  `A newer keylink has changed the schema (${unknown.join(', ')}), and this version doesn't know all of it. ${otherwise}`;

class SchemaBehindError extends Error {
  constructor(pending: readonly string[]) {
    super(
      `The database's schema is behind this keylink: ${pending.length} ${pending.length === 1 ? 'migration is' : 'migrations are'} pending ` +
        `(${pending.join(', ')}). Run "${keylinkCommand('migrate')}" as a database user that may change the schema.`,
    );
    this.name = 'SchemaBehindError';
  }
}

/** Only reads: needs no right to change the schema. */
export async function schemaState(dataSource: DataSource): Promise<SchemaState> {
  const known = dataSource.migrations.map(({ constructor }) => constructor.name);
  const made = await namesIn(dataSource, MIGRATIONS);
  const required = await namesIn(dataSource, REQUIRED_MIGRATIONS);
  return {
    pending: known.filter((name) => !made.includes(name)),
    unknown: made.filter((name) => !known.includes(name)),
    beyond: required.filter((name) => !known.includes(name)),
  };
}

/** @param isRestoring whether this process restores the database. @throws {SchemaAheadError | UnfinishedRestoreError} */
export async function requireUnderstood(dataSource: DataSource, isRestoring = false): Promise<SchemaState> {
  const unfinished = isRestoring ? undefined : await findUnfinishedRestore(dataSource);
  if (unfinished) throw new UnfinishedRestoreError(unfinished);
  const state = await schemaState(dataSource);
  if (state.beyond.length > 0) throw new SchemaAheadError(state.beyond);
  return state;
}

/** @throws {SchemaBehindError | SchemaAheadError | UnfinishedRestoreError} */
export async function requireSchema(dataSource: DataSource): Promise<void> {
  const { pending } = await requireUnderstood(dataSource);
  if (pending.length > 0) throw new SchemaBehindError(pending);
}

async function namesIn(dataSource: DataSource, table: string): Promise<string[]> {
  if (!(await hasTable(dataSource, table))) return [];
  const rows: { name: unknown }[] = await dataSource.query(`SELECT name FROM ${table}`);
  return rows.map(({ name }) => String(name));
}
