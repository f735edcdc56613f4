import type { DataSource } from 'typeorm';
import type { NextIds } from '../../platform/database/next-ids';
import { schemaState, unknownIn } from '../../platform/database/schema-state';
import { ownVersion } from '../../platform/settings/own-version';
import { type BackedUpTable, backedUpTables } from './backed-up-tables';
import { BackupFault } from './backup-fault';
import { type BackupEnd, type BackupHeader, FORMAT, RunningSums, sumOf } from './contents';
import { type Portion, toText } from './portions';
import { openSnapshot, pagesOf, quote, type Snapshot } from './snapshot';

interface Source {
  readonly dataSource: DataSource;
  readonly ids: NextIds;
  /** See `BackupHeader`. */
  readonly secretKey: string | null;
  /** Signs the sum of a backup; null if signing is unavailable. */
  sign(sha256: string): BackupEnd['signature'];
}

/** The whole database at one moment, in portions of about a megabyte. @param tell gets the number of rows as they are read */
export async function* readDatabase(source: Source, tell: (rows: number) => void): AsyncGenerator<Portion> {
  const { dataSource } = source;
  // Read before the snapshot, which therefore contains everything answered until then.
  const takenAt = Date.now();
  const snapshot = await openSnapshot(dataSource);
  try {
    const tables = backedUpTables(dataSource.entityMetadatas);
    const header = await describe(source, snapshot, tables, takenAt);
    yield { kind: 'header', header };
    const sums = new RunningSums();
    for (const table of tables) {
      const { name, columns, binary } = table;
      const head = { table: name, columns, binary };
      // Empty tables are included: a restore removes rows that migrations have inserted.
      let text = '[]';
      let hasRows = false;
      for await (const page of pagesOf(snapshot, table, header.engine === 'mysql')) {
        hasRows = true;
        text = toText(page, head);
        sums.add(head, page.length, text);
        yield { kind: 'rows', head, text };
        tell(page.length);
      }
      if (hasRows) continue;
      sums.add(head, 0, text);
      yield { kind: 'rows', head, text };
    }
    const sum = sums.end();
    const missed = sum.find(({ name, rows }) => rows !== header.rows[name]);
    if (missed)
      throw new Error(`The table ${missed.name} has ${header.rows[missed.name]} rows, but ${missed.rows} were read.`);
    const sha256 = sumOf(header, sum);
    yield { kind: 'end', end: { tables: sum, sha256, signature: source.sign(sha256) } };
  } finally {
    snapshot.close();
  }
}

async function describe(
  { dataSource, ids, secretKey }: Source,
  snapshot: Snapshot,
  tables: readonly BackedUpTable[],
  takenAt: number,
): Promise<BackupHeader> {
  const { unknown } = await schemaState(dataSource);
  if (unknown.length > 0) {
    throw new BackupFault(unknownIn(unknown, 'Use the newer one for this.'));
  }
  const migrations = await snapshot.query('SELECT name FROM schema_migrations ORDER BY id');
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    rows[name] = Number((await snapshot.query(`SELECT COUNT(*) FROM ${quote(name)}`))[0][0]);
  }
  const [last] = await snapshot.query('SELECT id, timeAt FROM license_logs ORDER BY id DESC LIMIT 1');
  return {
    format: FORMAT,
    keylink: ownVersion(),
    engine: dataSource.options.type === 'mysql' ? 'mysql' : 'embedded',
    takenAt,
    migrations: migrations.map(([name]) => String(name)),
    ids: await ids.read(),
    rows,
    lastLog: last ? { id: Number(last[0]), timeAt: Number(last[1]) } : null,
    secretKey,
  };
}
