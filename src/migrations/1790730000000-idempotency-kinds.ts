import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const TABLE = 'idempotency_keys';
const FORMER_INDEX = 'ux_idempotency_keys_value';
const INDEX = 'ux_idempotency_keys_value_kind';

/** Separates idempotency keys by kind; existing rows have none. */
export class IdempotencyKinds1790730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // MySQL commits each change separately: a rerun makes what is missing.
    if (!(await runner.hasColumn(TABLE, 'kind'))) {
      const ascii = runner.dataSource.options.type === 'mysql' ? ' CHARACTER SET ascii COLLATE ascii_bin' : '';
      // The default serves instances of the previous version that still run.
      await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN kind varchar(16)${ascii} NOT NULL DEFAULT ''`);
    }
    const names = (await runner.getTable(TABLE))!.indices.map(({ name }) => name);
    // The new index first, so that one always keeps two requests from creating the same thing twice.
    if (!names.includes(INDEX)) {
      const columnNames = ['apiKeyId', 'value', 'kind'];
      await runner.createIndex(TABLE, new TableIndex({ name: INDEX, columnNames, isUnique: true }));
    }
    if (names.includes(FORMER_INDEX)) await runner.dropIndex(TABLE, FORMER_INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Keep only one of several: the previous version expects at most one.
    await runner.query(`DELETE FROM ${TABLE} WHERE id NOT IN
      (SELECT id FROM (SELECT MIN(id) AS id FROM ${TABLE} GROUP BY apiKeyId, value) AS kept)`);
    const former = new TableIndex({ name: FORMER_INDEX, columnNames: ['apiKeyId', 'value'], isUnique: true });
    await runner.createIndex(TABLE, former);
    await runner.dropIndex(TABLE, INDEX);
    await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN kind`);
  }
}
