import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const EMAIL_HASH = new TableIndex({ name: 'ix_customers_emailHash', columnNames: ['emailHash'] });

/** How to find customers by their email address. */
export class CustomerEmails1791195000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    // MySQL commits each change separately: a rerun makes what is missing.
    if (!(await runner.hasColumn('customers', 'emailHash'))) {
      const charset = isServer ? ' CHARACTER SET ascii COLLATE ascii_bin' : '';
      await runner.query(`ALTER TABLE customers ADD COLUMN emailHash varchar(64)${charset} NULL`);
    }
    const table = await runner.getTable('customers');
    if (!table?.indices.some(({ name }) => name === EMAIL_HASH.name)) await runner.createIndex('customers', EMAIL_HASH);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('customers', EMAIL_HASH);
    await runner.query('ALTER TABLE customers DROP COLUMN emailHash');
  }
}
