import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = 'ix_license_keys_test';

/** Which license keys are test keys. */
export class TestKeys1791185000000 implements MigrationInterface {
  // A version without test keys would pass their checks.
  readonly endsOlderVersions = true;

  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    // MySQL commits each change separately: a rerun makes what is missing.
    if (!(await runner.hasColumn('license_keys', 'test')))
      await runner.query(`ALTER TABLE license_keys ADD COLUMN test ${isServer ? 'tinyint(1)' : 'boolean'} NULL`);
    const table = await runner.getTable('license_keys');
    if (!table?.indices.some(({ name }) => name === INDEX))
      await runner.createIndex('license_keys', new TableIndex({ name: INDEX, columnNames: ['test'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM required_migrations WHERE name = ?', [TestKeys1791185000000.name]);
    await runner.dropIndex('license_keys', INDEX);
    await runner.query('ALTER TABLE license_keys DROP COLUMN test');
  }
}
