import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { embeddedConnectionOf } from './embedded-options';

/** Empties the write-ahead log, which holds everything written since it began. */
@Injectable()
export class LogFolding {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Servers keep no such log. */
  get isNeeded(): boolean {
    return embeddedConnectionOf(this.dataSource) !== undefined;
  }

  /** Only the service may do this (decision 003). @returns false if another process was reading or writing */
  async fold(): Promise<boolean> {
    const [row]: { busy: number }[] = await this.dataSource.query('PRAGMA wal_checkpoint(TRUNCATE)');
    return row.busy === 0;
  }
}
