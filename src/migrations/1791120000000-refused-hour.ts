import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refusals for want of a seat are told once a license key and hour. */
export class RefusedHour1791120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('seat_counts', 'refusedHour')) return;
    // With a default: instances of the version before write rows without it.
    await runner.query('ALTER TABLE seat_counts ADD COLUMN refusedHour integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE seat_counts DROP COLUMN refusedHour');
  }
}
