import type { DataSource } from 'typeorm';
import type { Schema } from '../../platform/database/data-source';
import type { DatabaseTarget } from '../../platform/settings/database-url';
import { BackupFault } from './backup-fault';
import { type Checked, checkContents } from './check-contents';
import type { BackupHeader } from './contents';
import type { Destination } from './destination';
import { IntoFile } from './into-file';
import { IntoServer } from './into-server';
import type { Portion } from './portions';

export interface Restore {
  readonly schema: Schema;
  readonly tell: (message: string) => void;
  /** Number of rows inserted so far. */
  onRows(rows: number, header: BackupHeader): void;
  /** Works on the restored database, and closes it. */
  finish(dataSource: DataSource, header: BackupHeader): Promise<void>;
}

export function destinationFor(target: DatabaseTarget, { schema, tell }: Restore): Destination {
  return target.engine === 'embedded' ? new IntoFile(target, schema, tell) : new IntoServer(target, schema, tell);
}

/** Fills an empty database, completely or not at all. @throws {BackupFault} */
export async function restoreInto(
  destination: Destination,
  portions: AsyncIterable<Portion>,
  restore: Restore,
): Promise<Checked> {
  try {
    const checked = await checkContents(portions, {
      onHeader: (header) => destination.begin(migrationsOf(header, restore.schema), describe(header)),
      onRows: async (load, header) => {
        await destination.load(load);
        restore.onRows(load.rows.length, header);
      },
    });
    await restore.finish(await destination.loaded(), checked.header);
    await destination.end();
    return checked;
  } catch (error) {
    await destination.abandon();
    throw error;
  }
}

/** @returns the migrations that a backup's schema consists of. @throws {BackupFault} if some are unknown */
export function migrationsOf(
  { migrations, keylink }: BackupHeader,
  { migrations: known }: Schema,
): Schema['migrations'] {
  const steps = (known as { name: string }[]).filter(({ name }) => migrations.includes(name));
  const unknown = migrations.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length === 0) return steps as Schema['migrations'];
  throw new BackupFault(
    `The backup has a newer schema (${unknown.join(', ')}): keylink ${keylink} made it. Restore it with that version, or a newer one. Nothing was changed.`,
  );
}

const describe = ({ takenAt, engine }: BackupHeader): string =>
  `of ${new Date(takenAt).toISOString()}, from ${engine === 'mysql' ? 'a server' : 'an embedded database'}`;
