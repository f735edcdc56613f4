import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['shown', 'confirmations'];

/** Followers see events only once their positions are on disk. */
export class ShownEvents1791140000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS) {
      if (await runner.hasColumn('event_positions', name)) continue;
      await runner.query(`ALTER TABLE event_positions ADD COLUMN ${name} bigint NOT NULL DEFAULT 0`);
    }
    await runner.query('UPDATE event_positions SET shown = position');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS) await runner.query(`ALTER TABLE event_positions DROP COLUMN ${name}`);
  }
}
