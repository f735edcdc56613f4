import type { DataSource } from 'typeorm';

const MIGRATIONS = 'schema_migrations';

/** How a database's schema stands beside the one that this keylink knows, by the names of migrations. */
export interface SchemaState {
  /** To be made yet. */
  readonly pending: string[];
  /** Made by a newer keylink. */
  readonly unknown: string[];
}

/** Raised when the schema is not what this keylink needs, and it was not asked to change it. */
export class SchemaBehindError extends Error {
  constructor(pending: readonly string[]) {
    super(
      `The database's schema is behind this keylink: ${pending.length} ${pending.length === 1 ? 'migration is' : 'migrations are'} pending ` +
        `(${pending.join(', ')}). Run "keylink migrate" as a database user that may change the schema.`,
    );
    this.name = 'SchemaBehindError';
  }
}

/** Reads only: a user without the right to change the schema may ask. */
export async function schemaState(dataSource: DataSource): Promise<SchemaState> {
  const known = dataSource.migrations.map(({ constructor }) => constructor.name);
  const made = await madeMigrations(dataSource);
  return {
    pending: known.filter((name) => !made.includes(name)),
    unknown: made.filter((name) => !known.includes(name)),
  };
}

/** @throws {SchemaBehindError} */
export async function requireSchema(dataSource: DataSource): Promise<void> {
  const { pending } = await schemaState(dataSource);
  if (pending.length > 0) throw new SchemaBehindError(pending);
}

async function madeMigrations(dataSource: DataSource): Promise<string[]> {
  if (!(await hasTable(dataSource, MIGRATIONS))) return [];
  const rows: { name: unknown }[] = await dataSource.query(`SELECT name FROM ${MIGRATIONS}`);
  return rows.map(({ name }) => String(name));
}

export async function hasTable(dataSource: DataSource, name: string): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  try {
    return await runner.hasTable(name);
  } finally {
    await runner.release();
  }
}
