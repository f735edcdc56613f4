import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const FLAGS = ['status', 'disabled', 'locked'];

/** Lists of the few keys that are inactive, disabled or node-locked, without reading all the others. */
export class FlagIndexes1790200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable('license_keys');
    for (const flag of FLAGS) {
      const name = `ix_license_keys_${flag}`;
      // MySQL commits each at once: a start that was cut short may have made some of them.
      if (table?.indices.some((index) => index.name === name)) continue;
      await runner.createIndex('license_keys', new TableIndex({ name, columnNames: [flag] }));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const flag of FLAGS) await runner.dropIndex('license_keys', `ix_license_keys_${flag}`);
  }
}
