import type { DataSource } from 'typeorm';

type Rows = Record<string, unknown>[];

/** Settings that may lose commits when the power fails, each with its right and its current value. */
export function weakDurability(dataSource: DataSource): Promise<string[]> {
  return dataSource.options.type === 'mysql' ? weakVariables(dataSource) : weakPragmas(dataSource);
}

/** @param isRequired `REQUIRE_DURABLE`: throw instead of warn. @throws {Error} naming each weak setting */
export async function ensureDurability(
  dataSource: DataSource,
  isRequired: boolean,
  warn: (message: string) => void,
): Promise<void> {
  const weak = await weakDurability(dataSource);
  if (weak.length === 0) return;
  const message = `A power cut may lose answered checks: set ${weak.join(' and ')} on the database server.`;
  if (isRequired) throw new Error(`${message} REQUIRE_DURABLE=true refuses to start without that.`);
  warn(message);
}

async function weakVariables(dataSource: DataSource): Promise<string[]> {
  const [row] = (await dataSource.query(
    'SELECT @@innodb_flush_log_at_trx_commit AS flush, @@log_bin AS logBin, @@sync_binlog AS sync',
  )) as Rows;
  return [
    ...(Number(row.flush) === 1 ? [] : [`innodb_flush_log_at_trx_commit=1 (it is ${String(row.flush)})`]),
    ...(Number(row.logBin) === 0 || Number(row.sync) === 1 ? [] : [`sync_binlog=1 (it is ${String(row.sync)})`]),
  ];
}

async function weakPragmas(dataSource: DataSource): Promise<string[]> {
  const [journal] = (await dataSource.query('PRAGMA journal_mode')) as Rows;
  const [synchronous] = (await dataSource.query('PRAGMA synchronous')) as Rows;
  return [
    ...(journal.journal_mode === 'wal' ? [] : [`journal_mode=WAL (it is ${String(journal.journal_mode)})`]),
    ...(Number(synchronous.synchronous) >= 2 ? [] : [`synchronous=FULL (it is ${String(synchronous.synchronous)})`]),
  ];
}
