import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['auditBefore', 'eventsBefore'];
/** Where the look back begins: at the newest. */
const NEWEST = 9_007_199_254_740_991;

/** How far an erasure has looked back for records of license keys that the customer no longer has. */
export class FormerRecords1791310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS) {
      if (await runner.hasColumn('customer_tasks', name)) continue;
      await runner.query(`ALTER TABLE customer_tasks ADD COLUMN ${name} bigint NOT NULL DEFAULT ${NEWEST}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS) await runner.query(`ALTER TABLE customer_tasks DROP COLUMN ${name}`);
  }
}
