import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Place } from './setting';

/** Bytes of each table and index, and of the binary log. */
export type Kept = ReadonlyMap<string, number>;

const BINARY_LOG = 'binary log';

export async function keptIn({ database: { engine, dataSource }, hasBinlog }: Place): Promise<Kept> {
  const read = async (sql: string): Promise<Map<string, number>> => {
    const rows: { name: string; bytes: unknown }[] = await dataSource.query(sql);
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  };
  if (engine === 'embedded') return read(FILE);
  await dataSource.query(`ANALYZE TABLE ${await tablesOf(dataSource)}`);
  const kept = await read(SERVER);
  if (hasBinlog) kept.set(BINARY_LOG, await binlogBytes(dataSource));
  return kept;
}

const FILE = 'SELECT name, SUM(pgsize) AS bytes FROM dbstat GROUP BY name';
/** Compressed pages are half as large. */
const SERVER = `SELECT CONCAT(i.table_name, IF(index_name = 'PRIMARY', '', CONCAT('.', index_name))) AS name,
    stat_value * IF(t.ROW_FORMAT = 'Compressed', 8192, @@innodb_page_size) AS bytes
  FROM mysql.innodb_index_stats i
  JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = i.database_name AND t.TABLE_NAME = i.table_name
  WHERE database_name = DATABASE() AND stat_name = 'size'`;

async function tablesOf(dataSource: DataSource): Promise<string> {
  const rows: object[] = await dataSource.query('SHOW TABLES');
  return rows.map((row) => `\`${String(Object.values(row)[0])}\``).join(', ');
}

async function binlogBytes(dataSource: DataSource): Promise<number> {
  const rows: { File_size: unknown }[] = await dataSource.query('SHOW BINARY LOGS');
  return rows.reduce((sum, row) => sum + Number(row.File_size), 0);
}

const PATIENCE_MS = 30_000;
/** The embedded database writes with each commit; this is for the hour's counts and the like. */
const FILE_REST_MS = 1500;

/** Waits until all that was written is where it stays, so that it is counted. */
export async function settle({ database: { engine, dataSource } }: Place): Promise<void> {
  if (engine === 'embedded') return sleep(FILE_REST_MS);
  await dataSource.query('SET GLOBAL innodb_max_dirty_pages_pct = 0, GLOBAL innodb_max_dirty_pages_pct_lwm = 0');
  for (const giveUp = performance.now() + PATIENCE_MS; performance.now() < giveUp; await sleep(200)) {
    const [{ Value: dirty }]: { Value: unknown }[] = await dataSource.query(
      "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'",
    );
    if (Number(dirty) < 20) break;
  }
  await dataSource.query(
    'SET GLOBAL innodb_max_dirty_pages_pct = DEFAULT, GLOBAL innodb_max_dirty_pages_pct_lwm = DEFAULT',
  );
}
