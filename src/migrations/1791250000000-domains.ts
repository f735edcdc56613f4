import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

const INDEX = 'ix_links_domain';

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
    await changeLength(runner, 128, 255);
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
    await changeLength(runner, 255, 128);
    await runner.dropTable('domains');
  }
}

const isServer = (runner: QueryRunner): boolean => runner.dataSource.options.type === 'mysql';

/** Servers up to 255 bytes and SQLite, which only notes the length, change no row for it. */
async function changeLength(runner: QueryRunner, from: number, to: number): Promise<void> {
  if (isServer(runner)) {
    await runner.query(
      `ALTER TABLE links MODIFY name_key varchar(${to}) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`,
    );
    return;
  }
  // https://www.sqlite.org/lang_altertable.html#otheralter, for changes that leave what is on the disk.
  const [{ schema_version: version }] = (await runner.query('PRAGMA schema_version')) as [{ schema_version: number }];
  await runner.query('PRAGMA writable_schema = ON');
  await runner.query(
    `UPDATE sqlite_master SET sql = replace(sql, '"name_key" varchar(${from})', '"name_key" varchar(${to})') WHERE type = 'table' AND name = 'links'`,
  );
  await runner.query(`PRAGMA schema_version = ${version + 1}`);
  await runner.query('PRAGMA writable_schema = OFF');
}
