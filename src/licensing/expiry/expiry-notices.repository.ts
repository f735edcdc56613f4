import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { ExpiryNotice } from './expiry-notice.entity';
import { ExpiryProgress } from './expiry-progress.entity';

/** Sole owner of the tables of notices and their progress. */
@Injectable()
export class ExpiryNoticesRepository {
  constructor(
    @InjectRepository(ExpiryNotice) private readonly notices: Repository<ExpiryNotice>,
    @InjectRepository(ExpiryProgress) private readonly progress: Repository<ExpiryProgress>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): ExpiryNoticesRepository {
    const [notices, progress] = [
      transaction.withRepository(this.notices),
      transaction.withRepository(this.progress),
    ] as const;
    return new ExpiryNoticesRepository(notices, progress, this.readers);
  }

  /** Undefined before the first run. */
  async findProgress(days: number): Promise<number | undefined> {
    return (await this.progress.findOneBy({ days }))?.upTo;
  }

  async setProgress(days: number, upTo: number): Promise<void> {
    const { affected } = await this.progress.update({ days }, { upTo });
    if (affected === 0) await this.progress.insert({ days, upTo });
  }

  /** Record ids of license keys that end after a time and up to another, and of which nobody was told; the first to end first. */
  async findUntold(days: number, after: number, upTo: number, limit: number): Promise<number[]> {
    const rows = await this.readers.streams.read<readonly [number]>({
      sql: `SELECT license_keys.id FROM license_keys LEFT JOIN expiry_notices
        ON expiry_notices.days = ? AND expiry_notices.expiresAt = license_keys.expiresAt AND expiry_notices.key_id = license_keys.id
        WHERE license_keys.expiresAt > ? AND license_keys.expiresAt <= ? AND expiry_notices.key_id IS NULL
        ORDER BY license_keys.expiresAt, license_keys.id LIMIT ?`,
      parameters: [days, after, upTo, limit],
    });
    return rows.map(([id]) => id);
  }

  /** Of some license keys those of whose present end nobody was told, within the transaction that has locked them. */
  async untoldOf<Key extends { readonly id: number; readonly expiresAt: number | null }>(
    days: number,
    keys: readonly Key[],
  ): Promise<Key[]> {
    const told = await this.notices.findBy({ days, keyId: In(keys.map(({ id }) => id)) });
    const names = new Set(told.map(({ keyId, expiresAt }) => `${keyId} ${expiresAt}`));
    return keys.filter(({ id, expiresAt }) => !names.has(`${id} ${expiresAt}`));
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if another instance has told one of them meanwhile */
  async insert(notices: readonly ExpiryNotice[]): Promise<void> {
    await this.notices.insert(notices as ExpiryNotice[]);
  }

  /** Deletes notices of ends before a time, which are not looked for any more. @returns how many, at most `limit` */
  async deleteOlder(days: number, before: number, limit: number): Promise<number> {
    const where = { days, expiresAt: LessThan(before) };
    const old = await this.notices.find({ where, order: { expiresAt: 'ASC' }, take: limit });
    if (old.length > 0) {
      await this.notices.manager.query(
        `DELETE FROM expiry_notices WHERE (days, expiresAt, key_id) IN (${old.map(() => '(?, ?, ?)').join(', ')})`,
        old.flatMap(({ expiresAt, keyId }) => [days, expiresAt, keyId]),
      );
    }
    return old.length;
  }
}
