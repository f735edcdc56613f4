import type { EntityManager } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { marks } from '../../platform/database/statement-runner';
import { DAY_MS } from '../../platform/time-ranges/spans';
import type { CheckAddress } from './check-address.entity';
import { CheckAddressProgress } from './check-address-progress.entity';

/** Addresses kept for each license key: the newest. */
export const MOST_ADDRESSES = 100;
const ROWS_A_STATEMENT = 100;

/** Changes addresses within a transaction that has locked the progress, so that nobody adds what another removes. */
export class CheckAddressChanges {
  constructor(private readonly transaction: EntityManager) {}

  /** Locked until the transaction ends. */
  lockProgress(): Promise<CheckAddressProgress> {
    const progress = this.transaction.getRepository(CheckAddressProgress);
    return progress.findOneOrFail({ where: { id: 1 }, ...lockingRead(this.transaction) });
  }

  async moveProgress(lastLog: number): Promise<void> {
    await this.transaction.getRepository(CheckAddressProgress).update({ id: 1 }, { lastLog });
  }

  /**
   * Adds new addresses, and updates those last seen more than a day before; drops the oldest beyond the maximum.
   * @returns when each was last seen according to the table
   */
  async add(seen: readonly CheckAddress[]): Promise<number[]> {
    const stored: number[] = [];
    for (let first = 0; first < seen.length; first += ROWS_A_STATEMENT) {
      const some = seen.slice(first, first + ROWS_A_STATEMENT);
      const known = await this.find(some);
      const written: CheckAddress[] = [];
      for (const row of some) {
        const time = known.get(nameOf(row));
        if (time !== undefined && isFresh(time, row.lastSeen)) stored.push(time);
        else {
          stored.push(row.lastSeen);
          written.push(row);
        }
      }
      if (written.length === 0) continue;
      await this.query(
        `REPLACE INTO check_addresses (address, key_id, lastSeen) VALUES ${written.map(() => '(?, ?, ?)').join(', ')}`,
        written.flatMap(({ address, keyId, lastSeen }) => [address, keyId, lastSeen]),
      );
      const added = written.filter((row) => !known.has(nameOf(row)));
      await this.dropOldest([...new Set(added.map(({ keyId }) => keyId))]);
    }
    return stored;
  }

  /** Locks the progress and removes the addresses of a license key, whose logs are erased or will be deleted. */
  async removeOf(keyId: number): Promise<void> {
    // An update, not just a lock: other nodes of a cluster don't wait for locks, but fail if the row has changed.
    await this.transaction.getRepository(CheckAddressProgress).increment({ id: 1 }, 'removals', 1);
    await this.query('DELETE FROM check_addresses WHERE key_id = ?', [keyId]);
  }

  /** @returns how many were deleted, at most `limit` */
  async removeOlder(before: number, limit: number): Promise<number> {
    const sql = 'SELECT address, key_id AS keyId FROM check_addresses WHERE lastSeen < ? ORDER BY lastSeen LIMIT ?';
    return this.remove(await this.query<Pair>(sql, [before, limit]));
  }

  /** @returns how many were deleted, at most `limit` */
  async removeSome(limit: number): Promise<number> {
    return this.remove(await this.query<Pair>('SELECT address, key_id AS keyId FROM check_addresses LIMIT ?', [limit]));
  }

  private async dropOldest(keyIds: readonly number[]): Promise<void> {
    if (keyIds.length === 0) return;
    const full = await this.query<{ keyId: number; addresses: number | string }>(
      `SELECT key_id AS keyId, COUNT(*) AS addresses FROM check_addresses WHERE key_id IN (${marks(keyIds)})
       GROUP BY key_id HAVING COUNT(*) > ?`,
      [...keyIds, MOST_ADDRESSES],
    );
    for (const { keyId, addresses } of full) {
      const sql =
        'SELECT address, key_id AS keyId FROM check_addresses WHERE key_id = ? ORDER BY lastSeen, address LIMIT ?';
      await this.remove(await this.query<Pair>(sql, [keyId, Number(addresses) - MOST_ADDRESSES]));
    }
  }

  private async remove(pairs: readonly Pair[]): Promise<number> {
    for (let first = 0; first < pairs.length; first += ROWS_A_STATEMENT) {
      const some = pairs.slice(first, first + ROWS_A_STATEMENT);
      await this.query(
        `DELETE FROM check_addresses WHERE ${some.map(() => '(address = ? AND key_id = ?)').join(' OR ')}`,
        some.flatMap(({ address, keyId }) => [address, keyId]),
      );
    }
    return pairs.length;
  }

  /** When known addresses were last seen, by `nameOf`. */
  private async find(wanted: readonly Pair[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.query<Pair & { lastSeen: number | string }>(
      `SELECT address, key_id AS keyId, lastSeen FROM check_addresses WHERE ${wanted.map(() => '(address = ? AND key_id = ?)').join(' OR ')}`,
      wanted.flatMap(({ address, keyId }) => [address, keyId]),
    );
    return new Map(rows.map((row) => [nameOf(row), Number(row.lastSeen)]));
  }

  private query<Row>(sql: string, parameters: (string | number)[]): Promise<Row[]> {
    return this.transaction.query(sql, parameters);
  }
}

/** Whether the stored time is recent enough to need no update. */
export function isFresh(stored: number, lastSeen: number): boolean {
  return lastSeen - stored < DAY_MS;
}

type Pair = Pick<CheckAddress, 'address' | 'keyId'>;

const nameOf = ({ address, keyId }: Pair): string => `${address} ${keyId}`;
