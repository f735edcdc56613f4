import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import type { Notices } from '../../platform/events/due-notices';
import { ExpiryNotice } from './expiry-notice.entity';
import { ExpiryProgress } from './expiry-progress.entity';

@Injectable()
export class ExpiryNoticesRepository {
  constructor(
    @InjectRepository(ExpiryNotice) private readonly notices: Repository<ExpiryNotice>,
    @InjectRepository(ExpiryProgress) private readonly progress: Repository<ExpiryProgress>,
    private readonly readers: Readers,
  ) {}

  /** @param days before the end; 0 for the end itself */
  of(days: number): Notices {
    return new NoticesOfDays(days, this.notices, this.progress, this.readers);
  }
}

class NoticesOfDays implements Notices {
  constructor(
    private readonly days: number,
    private readonly notices: Repository<ExpiryNotice>,
    private readonly progress: Repository<ExpiryProgress>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): NoticesOfDays {
    const [notices, progress] = [
      transaction.withRepository(this.notices),
      transaction.withRepository(this.progress),
    ] as const;
    return new NoticesOfDays(this.days, notices, progress, this.readers);
  }

  async findProgress(): Promise<number | undefined> {
    return (await this.progress.findOneBy({ days: this.days }))?.upTo;
  }

  async setProgress(upTo: number): Promise<void> {
    const { days } = this;
    const { affected } = await this.progress.update({ days }, { upTo });
    if (affected === 0) await this.progress.insert({ days, upTo });
  }

  async findUntold(after: number, upTo: number, limit: number): Promise<number[]> {
    const rows = await this.readers.streams.read<readonly [number]>({
      sql: `SELECT license_keys.id FROM license_keys LEFT JOIN expiry_notices
        ON expiry_notices.days = ? AND expiry_notices.expiresAt = license_keys.expiresAt AND expiry_notices.key_id = license_keys.id
        WHERE license_keys.expiresAt > ? AND license_keys.expiresAt <= ? AND expiry_notices.key_id IS NULL
        ORDER BY license_keys.expiresAt, license_keys.id LIMIT ?`,
      parameters: [this.days, after, upTo, limit],
    });
    return rows.map(([id]) => id);
  }

  async untoldOf<Row extends { readonly id: number; readonly expiresAt: number | null }>(
    keys: readonly Row[],
  ): Promise<Row[]> {
    const told = await this.notices.findBy({ days: this.days, keyId: In(keys.map(({ id }) => id)) });
    const names = new Set(told.map(({ keyId, expiresAt }) => `${keyId} ${expiresAt}`));
    return keys.filter(({ id, expiresAt }) => !names.has(`${id} ${expiresAt}`));
  }

  async insert(keys: readonly { readonly id: number; readonly expiresAt: number }[]): Promise<void> {
    await this.notices.insert(keys.map(({ id, expiresAt }) => ({ days: this.days, expiresAt, keyId: id })));
  }

  async deleteOlder(before: number, limit: number): Promise<number> {
    const where = { days: this.days, expiresAt: LessThan(before) };
    const old = await this.notices.find({ where, order: { expiresAt: 'ASC' }, take: limit });
    if (old.length > 0) {
      await this.notices.manager.query(
        `DELETE FROM expiry_notices WHERE (days, expiresAt, key_id) IN (${old.map(() => '(?, ?, ?)').join(', ')})`,
        old.flatMap(({ expiresAt, keyId }) => [this.days, expiresAt, keyId]),
      );
    }
    return old.length;
  }
}
