import type { DataSource } from 'typeorm';

export async function hasTable(dataSource: DataSource, name: string): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  try {
    return await runner.hasTable(name);
  } finally {
    await runner.release();
  }
}
