import type { DataSource } from 'typeorm';
import type { Schema } from '../../platform/database/data-source';
import type { Load } from './check-contents';

/** An empty database that a backup is loaded into. Until its end, no service starts on it. */
export interface Destination {
  /** @throws {BackupFault} saying what to do if it holds anything but an unfinished restore */
  requireEmpty(): Promise<void>;
  /** @param migrations that make the schema the backup was made of */
  begin(migrations: Schema['migrations'], source: string): Promise<void>;
  load(load: Load): Promise<void>;
  /** @returns the database with the present schema */
  loaded(): Promise<DataSource>;
  /** Hands it over. */
  end(): Promise<void>;
  /** After a failure; what can be continued stays. */
  abandon(): Promise<void>;
}
