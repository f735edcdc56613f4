import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const FLAGS = ['status', 'disabled', 'locked'];

export class FlagIndexes1790200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable('license_keys');
    for (const flag of FLAGS) {
      const name = `ix_license_keys_${flag}`;
      // MySQL commits each index separately: a rerun creates what is missing.
      if (table?.indices.some((index) => index.name === name)) continue;
      await runner.createIndex('license_keys', new TableIndex({ name, columnNames: [flag] }));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const flag of FLAGS) await runner.dropIndex('license_keys', `ix_license_keys_${flag}`);
  }
}
