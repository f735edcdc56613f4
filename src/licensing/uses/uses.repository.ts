import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { insertions } from '../../platform/database/insert-rows';
import { Readers } from '../../platform/database/reader';
import { retryConflicts } from '../../platform/database/retry-conflicts';
import { marks, type Read, type Rows, type Statement, type Write } from '../../platform/database/statement-runner';
import type { UseDto } from './dto/use.dto';
import { Use } from './use.entity';

export type NewUse = Omit<Use, 'id' | 'key' | 'withdrawnAt'>;
export type RecordedUse = Omit<Use, 'key'>;

type UseRow = readonly [
  id: number,
  keyId: number,
  useId: string,
  meter: string,
  amount: number,
  usedAt: number,
  recordedAt: number,
  used: number,
  remaining: number,
  resetsAt: number | null,
  withdrawnAt: number | null,
  period: string | null,
];

const DAY_MS = 86_400_000;
const COLUMNS = 'id, key_id, useId, meter, amount, usedAt, recordedAt, used, remaining, resetsAt, withdrawnAt, period';

@Injectable()
export class UsesRepository {
  constructor(
    @InjectRepository(Use) private readonly uses: Repository<Use>,
    private readonly readers: Readers,
  ) {}

  /** Reads which of some uses are recorded, for `toUses`. @param useIds by license key; at least one */
  knownLookUp(useIds: ReadonlyMap<number, readonly string[]>): Read {
    const conditions = Array.from(useIds.values(), (ids) => `(key_id = ? AND useId IN (${marks(ids)}))`);
    const parameters = Array.from(useIds).flatMap(([keyId, ids]) => [keyId, ...ids]);
    return { sql: `SELECT ${COLUMNS} FROM uses WHERE ${conditions.join(' OR ')}`, parameters };
  }

  /** Fails as a duplicate if one is recorded. By ascending key, the order in which all batches lock. */
  appending(uses: readonly NewUse[]): Write[] {
    return insertions(
      'uses',
      uses.toSorted((a, b) => a.keyId - b.keyId).map(({ keyId, ...use }) => ({ key_id: keyId, ...use })),
    );
  }

  async findOne(transaction: EntityManager, keyId: number, useId: string): Promise<RecordedUse | undefined> {
    return (await transaction.withRepository(this.uses).findOneBy({ keyId, useId })) ?? undefined;
  }

  /** @returns false if it was withdrawn already */
  async withdraw(transaction: EntityManager, id: number, withdrawnAt: number): Promise<boolean> {
    const uses = transaction.withRepository(this.uses);
    const { affected } = await uses.update({ id, withdrawnAt: IsNull() }, { withdrawnAt });
    return affected === 1;
  }

  /** SELECTs the sums of counted uses, `recorded`, by `key_id`, `meter` and `day`. */
  sumsByDay(keyIds: readonly number[]): Statement {
    const day = `usedAt - usedAt % ${DAY_MS}`;
    return {
      sql: `SELECT key_id, meter, ${day} AS day, SUM(amount) AS recorded FROM uses
        WHERE key_id IN (${marks(keyIds)}) AND withdrawnAt IS NULL GROUP BY key_id, meter, ${day}`,
      parameters: [...keyIds],
    };
  }

  /** SELECTs the time since which the uses of license keys are complete, `firstAt`, by `key_id`. */
  completeSince(keyIds: readonly number[]): Statement {
    const sql = `SELECT key_id, MIN(recordedAt) AS firstAt FROM uses WHERE key_id IN (${marks(keyIds)}) GROUP BY key_id`;
    return { sql, parameters: [...keyIds] };
  }

  /** Newest first. */
  findNewest(keyId: number, limit: number, before: number | undefined): Promise<UseRow[]> {
    const position = before === undefined ? '' : ' AND id < ?';
    return this.readers.pages.read<UseRow>({
      sql: `SELECT ${COLUMNS} FROM uses WHERE key_id = ?${position} ORDER BY id DESC LIMIT ?`,
      parameters: [keyId, ...(before === undefined ? [] : [before]), limit],
    });
  }

  /** The id of the `size`-th oldest use of a license key; undefined if there are fewer. */
  async findEndOfOldest(keyId: number, size: number): Promise<number | undefined> {
    const [use] = await this.uses.find({
      select: { id: true },
      where: { keyId },
      order: { id: 'ASC' },
      skip: size - 1,
      take: 1,
    });
    return use?.id;
  }

  async deleteOfKey(keyId: number, last: number): Promise<void> {
    await retryConflicts(() => this.uses.delete({ keyId, id: LessThanOrEqual(last) }));
  }

  /** Deletes some of a license key's oldest uses: a `useId` may be personal data. @returns undefined if there are no more */
  async erase(keyId: number, size: number): Promise<number | undefined> {
    const last = await this.findEndOfOldest(keyId, size);
    await this.deleteOfKey(keyId, last ?? Number.MAX_SAFE_INTEGER);
    return last;
  }

  /** @returns how many of the oldest uses from before a time were deleted, at most `most` */
  async deleteOlder(before: number, most: number): Promise<number> {
    const oldest = await this.uses.find({
      select: { id: true, recordedAt: true },
      where: { id: MoreThan(0) },
      order: { id: 'ASC' },
      take: most,
    });
    const ids = oldest.filter(({ recordedAt }) => recordedAt < before).map(({ id }) => id);
    if (ids.length > 0) await retryConflicts(() => this.uses.delete({ id: In(ids) }));
    return ids.length;
  }

  /** In milliseconds since the Unix epoch; undefined without uses. */
  async findNewestTime(): Promise<number | undefined> {
    const [newest] = await this.uses.find({
      select: { id: true, recordedAt: true },
      order: { id: 'DESC' },
      take: 1,
    });
    return newest?.recordedAt;
  }
}

export const toUseDto = ({ id, meter, amount, useId, usedAt, recordedAt, withdrawnAt }: RecordedUse): UseDto => ({
  id,
  meter,
  amount,
  useId,
  at: usedAt,
  recordedAt,
  withdrawnAt: withdrawnAt ?? undefined,
});

export function toUses(rows: Rows): RecordedUse[] {
  return (rows as readonly UseRow[]).map(
    ([id, keyId, useId, meter, amount, usedAt, recordedAt, used, remaining, resetsAt, withdrawnAt, period]) => ({
      id,
      keyId,
      useId,
      meter,
      amount,
      usedAt,
      recordedAt,
      used,
      remaining,
      resetsAt,
      withdrawnAt,
      period,
    }),
  );
}
