import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { connectDatabase, dataSourceOptions } from './data-source';
import { ensureDurability, weakDurability } from './durability';

describe('durability of the embedded database', () => {
  let folder: string;
  let dataSource: DataSource;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keylink-unit-'));
    dataSource = await connectDatabase(
      dataSourceOptions({ engine: 'embedded', file: join(folder, 'test.db') }, { entities: [], migrations: [] }),
    );
  });
  afterEach(async () => {
    await dataSource.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is complete as keylink opens it', async () => {
    expect(await weakDurability(dataSource)).toEqual([]);
  });

  it('warns when it is not, or refuses where the operator says so', async () => {
    await dataSource.query('PRAGMA synchronous = NORMAL');
    const warn = jest.fn();
    await ensureDurability(dataSource, false, warn);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('synchronous=FULL (it is 1)'));
    await expect(ensureDurability(dataSource, true, warn)).rejects.toThrow('REQUIRE_DURABLE');
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
