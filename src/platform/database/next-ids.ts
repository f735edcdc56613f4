import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityMetadata } from 'typeorm';

/** The largest ids: MySQL's `int`, and what a JavaScript number holds. */
const LAST_INT = 2 ** 31 - 1;
const LAST_BIGINT = Number.MAX_SAFE_INTEGER;
/** Minimum number of ids to skip: how many were used is unknown. */
const LEAP_INT = 10_000_000;
const LEAP_BIGINT = 10_000_000_000;

export type Ids = Readonly<Record<string, number>>;

@Injectable()
export class NextIds {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async read(): Promise<Ids> {
    const ids: Record<string, number> = {};
    for (const { tableName } of this.tables) ids[tableName] = await this.readNext(tableName);
    return ids;
  }

  /** Skips ids that rows newer than a restored backup may have had. */
  async leap(): Promise<void> {
    const ids = await this.read();
    for (const table of this.tables) await this.raise(table.tableName, beyond(ids[table.tableName], isBigint(table)));
  }

  /** Skips all ids before these. Missing tables are ignored. */
  async continueFrom(ids: Ids): Promise<void> {
    const own = await this.read();
    for (const { tableName } of this.tables) {
      const next = ids[tableName] ?? 0;
      if (next > own[tableName]) await this.raise(tableName, next);
    }
  }

  private get tables(): EntityMetadata[] {
    return this.dataSource.entityMetadatas.filter(({ generatedColumns }) => generatedColumns.length > 0);
  }

  private get isMysql(): boolean {
    return this.dataSource.options.type === 'mysql';
  }

  private async readNext(table: string): Promise<number> {
    const [{ last }]: { last: number | string | null }[] = await this.dataSource.query(
      `SELECT MAX(id) AS last FROM ${table}`,
    );
    return Math.max(Number(last ?? 0) + 1, await (this.isMysql ? this.readCounter(table) : this.readSequence(table)));
  }

  /** MySQL caches `information_schema` for a day. */
  private async readCounter(table: string): Promise<number> {
    const [row]: Record<string, string>[] = await this.dataSource.query(`SHOW CREATE TABLE ${table}`);
    const [, next = '1'] = / AUTO_INCREMENT=(\d+)/.exec(row['Create Table']) ?? [];
    return Number(next);
  }

  private async readSequence(table: string): Promise<number> {
    const rows: { seq: number }[] = await this.dataSource.query('SELECT seq FROM sqlite_sequence WHERE name = ?', [
      table,
    ]);
    return (rows[0]?.seq ?? 0) + 1;
  }

  private async raise(table: string, next: number): Promise<void> {
    if (this.isMysql) {
      await this.dataSource.query(`ALTER TABLE ${table} AUTO_INCREMENT = ${next}`);
      return;
    }
    await this.dataSource.query(
      'INSERT INTO sqlite_sequence (name, seq) SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)',
      [table, table],
    );
    await this.dataSource.query('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', [next - 1, table]);
  }
}

/**
 * Far beyond what may have been used since a backup. Skips half of the rest if few are left. @param next the first
 * unused id @param isLarge whether ids go up to `Number.MAX_SAFE_INTEGER`
 */
export function beyond(next: number, isLarge: boolean): number {
  const [leap, last] = isLarge ? [LEAP_BIGINT, LAST_BIGINT] : [LEAP_INT, LAST_INT];
  return next + Math.min(Math.max(leap, next), Math.floor((last - next) / 2));
}

function isBigint({ generatedColumns }: EntityMetadata): boolean {
  return generatedColumns[0].type === 'bigint';
}
