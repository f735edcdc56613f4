import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const TABLE = 'idempotency_keys';
const FORMER_INDEX = 'ux_idempotency_keys_value';
const INDEX = 'ux_idempotency_keys_value_kind';

/** Idempotency keys of one kind of thing apart from those of another; what was stored before has no kind. */
export class IdempotencyKinds1790730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // MySQL commits each change at once: a start that was cut short may have made some of them.
    if (!(await runner.hasColumn(TABLE, 'kind'))) {
      const ascii = runner.dataSource.options.type === 'mysql' ? ' CHARACTER SET ascii COLLATE ascii_bin' : '';
      // With a default, since an instance of the version before may still be at work beside this one.
      await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN kind varchar(16)${ascii} NOT NULL DEFAULT ''`);
    }
    const names = (await runner.getTable(TABLE))!.indices.map(({ name }) => name);
    // The new one first: at every moment one of them keeps two requests from creating the same twice.
    if (!names.includes(INDEX)) {
      const columnNames = ['apiKeyId', 'value', 'kind'];
      await runner.createIndex(TABLE, new TableIndex({ name: INDEX, columnNames, isUnique: true }));
    }
    if (names.includes(FORMER_INDEX)) await runner.dropIndex(TABLE, FORMER_INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Only one of several may stay: the version before would take any of them for the only one.
    await runner.query(`DELETE FROM ${TABLE} WHERE id NOT IN
      (SELECT id FROM (SELECT MIN(id) AS id FROM ${TABLE} GROUP BY apiKeyId, value) AS kept)`);
    const former = new TableIndex({ name: FORMER_INDEX, columnNames: ['apiKeyId', 'value'], isUnique: true });
    await runner.createIndex(TABLE, former);
    await runner.dropIndex(TABLE, INDEX);
    await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN kind`);
  }
}
