import type { DataSource } from 'typeorm';
import type { Schema } from '../../platform/database/data-source';
import type { Load } from './check-contents';

/** An empty database to restore into. No service starts on it before the restore has ended. */
export interface Destination {
  /** @throws {BackupFault} if it contains anything but an unfinished restore */
  requireEmpty(): Promise<void>;
  /** @param migrations that the backup's schema consists of */
  begin(migrations: Schema['migrations'], source: string): Promise<void>;
  load(load: Load): Promise<void>;
  /** @returns the database, migrated to the current schema */
  loaded(): Promise<DataSource>;
  /** Makes it usable by services. */
  end(): Promise<void>;
  /** Cleans up after a failure; keeps what can be continued. */
  abandon(): Promise<void>;
}
