import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { StaleRowsError } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { notFound } from '../../platform/errors/errors';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import type { UseDto } from '../uses/dto/use.dto';
import { MeterCountsRepository } from '../uses/meter-counts.repository';
import { type RecordedUse, toUseDto, UsesRepository } from '../uses/uses.repository';
import { ALL, countedIn, periodsOf } from './period';

export const USE_NOT_FOUND: Problem<'use.notFound'> = {
  code: 'use.notFound',
  message: 'The license key has no use with this useId in the last 35 days.',
};

/** Withdraws uses that should not have been counted. */
@Injectable()
export class UseWithdrawalService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly uses: UsesRepository,
    private readonly counts: MeterCountsRepository,
    private readonly changeLog: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Withdraws a use: its meter no longer counts it, but its `useId` remains taken. Withdrawing it again changes
   * nothing. @throws {ApiError} 404 for an unknown license key or use
   */
  withdraw(id: string, useId: string, actor: Actor): Promise<UseDto> {
    return this.transactions.run(async (transaction) => {
      const key = await this.licenseKeys.within(transaction).lock(id);
      if (!key) throw notFound(LICENSE_KEY_NOT_FOUND);
      const use = await this.uses.findOne(transaction, key.id, useId);
      if (!use) throw notFound(USE_NOT_FOUND);
      const before = toUseDto(use);
      if (use.withdrawnAt !== null) return before;
      const withdrawnAt = Date.now();
      // Another node of a cluster doesn't see the lock on the license key.
      if (!(await this.uses.withdraw(transaction, use.id, withdrawnAt))) throw new StaleRowsError();
      const { meter, amount } = use;
      // The use's own period, even if it has ended; later counts stay.
      const periods =
        use.period === null ? await this.guessedPeriods(transaction, use) : periodsOf(use.period, use.usedAt);
      await this.counts.subtract(transaction, { keyId: key.id, meter, periods }, amount);
      const after = toUseDto({ ...use, withdrawnAt });
      const states = { before: { use: before }, after: { use: after }, subject: toLicenseKeyDto(key) };
      const change = { action: 'withdraw', targetType: 'licenseKey', targetId: key.id, ...states } as const;
      await this.changeLog.within(transaction).append(actor, [change]);
      return after;
    });
  }
  /** For a use recorded by an older version, without its period's name. */
  private async guessedPeriods(transaction: EntityManager, use: RecordedUse): Promise<string[]> {
    const { keyId, meter } = use;
    return countedIn(use, await this.counts.findStart(transaction, { keyId, meter, period: ALL }));
  }
}
