import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Empties the write-ahead log of the embedded database, in which everything stands that was ever written since it began. */
@Injectable()
export class LogFolding {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Servers keep no such log that a copy of the database's files would hold. */
  get isNeeded(): boolean {
    return this.dataSource.options.type === 'better-sqlite3';
  }

  /**
   * Folds the log into the file and cuts it to nothing; for the service alone (decision 032).
   * @returns false when another process was just reading or writing
   */
  async fold(): Promise<boolean> {
    const [row]: { busy: number }[] = await this.dataSource.query('PRAGMA wal_checkpoint(TRUNCATE)');
    return row.busy === 0;
  }
}
