import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links ask for passwords. */
export class LinkPasswords1791260000000 implements MigrationInterface {
  // A version without passwords would lead past them.
  readonly endsOlderVersions = true;

  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    // MySQL commits each change separately: a rerun makes what is missing.
    if (!(await runner.hasColumn('links', 'hasPassword')))
      await runner.query(`ALTER TABLE links ADD COLUMN hasPassword ${isServer ? 'tinyint(1)' : 'boolean'} NULL`);
    const charset = isServer ? ' CHARACTER SET ascii COLLATE ascii_bin' : '';
    if (!(await runner.hasColumn('links', 'password_hash')))
      await runner.query(`ALTER TABLE links ADD COLUMN password_hash varchar(100)${charset} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM required_migrations WHERE name = ?', [LinkPasswords1791260000000.name]);
    await runner.query('ALTER TABLE links DROP COLUMN password_hash');
    await runner.query('ALTER TABLE links DROP COLUMN hasPassword');
  }
}
