import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { changeLength } from './change-length';
import { columnsFor } from './column-kinds';

const INDEX = 'ix_links_domain';
const NAME_KEY = { table: 'links', column: 'name_key' };

/** Hosts with links of their own. The key of such a link is its name and its domain. */
export class Domains1791250000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const nullable = (each: ReturnType<typeof column.text>) => ({ ...each, isNullable: true });
    const domains = new Table({
      name: 'domains',
      engine: 'InnoDB',
      columns: [
        column.id(),
        column.ascii('host', 126),
        nullable(column.text('rootUrl', 2048)),
        nullable(column.text('notFoundUrl', 2048)),
        column.bigInteger('createdAt'),
      ],
      indices: [{ name: 'ux_domains_host', columnNames: ['host'], isUnique: true }],
    });
    await runner.createTable(domains, true);
    await changeLength(runner, NAME_KEY, { from: 128, to: 255 });
    if (!(await runner.hasColumn('links', 'domain'))) {
      const charset = isServer(runner) ? ' CHARACTER SET ascii COLLATE ascii_bin' : '';
      await runner.query(`ALTER TABLE links ADD COLUMN domain varchar(126)${charset} NULL`);
    }
    const links = (await runner.getTable('links'))!;
    if (!links.indices.some(({ name }) => name === INDEX))
      await runner.query(`CREATE INDEX ${INDEX} ON links (domain)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${INDEX}${isServer(runner) ? ' ON links' : ''}`);
    await runner.query('ALTER TABLE links DROP COLUMN domain');
    await changeLength(runner, NAME_KEY, { from: 255, to: 128 });
    await runner.dropTable('domains');
  }
}

const isServer = (runner: QueryRunner): boolean => runner.dataSource.options.type === 'mysql';
