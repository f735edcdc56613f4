import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MysqlProcess } from '../../test/faults/support/mysql-process';
import { BenchDatabase } from '../databases/bench-database';

/** Where checks are kept. */
export interface Place {
  readonly name: string;
  readonly database: BenchDatabase;
  /** Undefined where the service keeps them itself. */
  readonly serverPid: number | undefined;
  readonly hasBinlog: boolean;
  close(): Promise<void>;
}

export async function embedded(): Promise<Place> {
  const database = await BenchDatabase.createEmbedded();
  const close = (): Promise<void> => database.drop();
  return { name: 'embedded', database, serverPid: undefined, hasBinlog: false, close };
}

/** As docs/scaling.md names it. */
const COMPRESSION = 'ALTER TABLE license_logs ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8';

/** A server of its own, so that nothing else is counted. */
export async function mysql({ hasBinlog = true, isCompressed = false } = {}): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'keylink-capacity-'));
  const options = ['--innodb-buffer-pool-size=256M', ...(hasBinlog ? [] : ['--skip-log-bin'])];
  const server = await MysqlProcess.create(folder, options);
  const database = await BenchDatabase.createOnServer(server.url(''));
  if (isCompressed) await database.dataSource.query(COMPRESSION);
  const close = async (): Promise<void> => {
    await database.drop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const name = `MySQL, binary log ${hasBinlog ? 'on' : 'off'}${isCompressed ? ', logs compressed' : ''}`;
  return { name, database, serverPid: server.pid, hasBinlog, close };
}
