import type { SourceDatabase } from './source-database';

/** Columns to read, by table. */
type Needed = Readonly<Record<string, readonly string[]>>;

/** @throws {Error} naming the table or column that is missing */
export async function requireSchema(source: SourceDatabase, program: string, needed: Needed): Promise<void> {
  for (const [table, columns] of Object.entries(needed)) {
    const present = await columnsOf(source, table);
    const missing = columns.find((column) => !present.has(column));
    if (missing === undefined) continue;
    const what = present.size === 0 ? `there is no table ${table}` : `its table ${table} has no column ${missing}`;
    throw new Error(
      `This is not a database of ${program} as keylink knows it: ${what}. Is it the right database, and is ${program} up to date?`,
    );
  }
}

/** @param table one of keylink's constants, or a checked name @returns none if there is no such table */
export async function columnsOf(source: SourceDatabase, table: string): Promise<ReadonlySet<string>> {
  const { engine } = source;
  const rows = await source.query(
    engine === 'sqlite'
      ? `SELECT name AS column_name FROM pragma_table_info('${table}')`
      : `SELECT column_name AS column_name FROM information_schema.columns WHERE table_name = '${table}' AND table_schema = ${engine === 'mysql' ? 'DATABASE()' : 'ANY (current_schemas(false))'}`,
  );
  return new Set(rows.map(({ column_name }) => String(column_name)));
}

/** SQL for a time in seconds since the Unix epoch. @param isLocal whether MySQL's columns are in the server's time zone instead of UTC */
export function secondsOf({ engine }: SourceDatabase, column: string, isLocal = false): string {
  if (engine === 'sqlite') return `CAST(strftime('%s', ${column}) AS INTEGER)`;
  if (engine === 'postgres') return `EXTRACT(EPOCH FROM ${column})`;
  return isLocal ? `UNIX_TIMESTAMP(${column})` : `TIMESTAMPDIFF(SECOND, '1970-01-01', ${column})`;
}
