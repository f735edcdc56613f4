import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { marks } from '../../platform/database/statement-runner';
import { CheckAddressChanges } from './check-address-changes';
import type { Progress } from './recent-addresses';

@Injectable()
export class CheckAddressesRepository {
  constructor(private readonly readers: Readers) {}

  within(transaction: EntityManager): CheckAddressChanges {
    return new CheckAddressChanges(transaction);
  }

  /** @throws {Error} if the row is missing: it is created with the table */
  async findProgress(): Promise<Progress> {
    const sql = 'SELECT lastLog, removals FROM check_address_progress WHERE id = 1';
    const [row] = await this.readers.pages.read<readonly [number, number]>({ sql, parameters: [] });
    if (!row) throw new Error('The table check_address_progress is empty: put its row back, (1, 0, 0).');
    return { lastLog: row[0], removals: row[1] };
  }

  /** The addresses of some license keys, as they are stored. @param keyIds at least one */
  findOf(keyIds: readonly number[]): Promise<(readonly [keyId: number, address: string])[]> {
    return this.readers.pages.read({
      sql: `SELECT key_id, address FROM check_addresses WHERE key_id IN (${marks(keyIds)})`,
      parameters: [...keyIds],
    });
  }
}
