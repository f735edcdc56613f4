import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeLength } from './change-length';

const SCOPES = { table: 'api_keys', column: 'scopes' };

/** Room for an API key with every scope. */
export class AllScopes1791320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await changeLength(runner, SCOPES, { from: 255, to: 1000 });
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeLength(runner, SCOPES, { from: 1000, to: 255 });
  }
}
