import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { Transactions } from '../../platform/database/transactions';
import type { KeyFilterDto } from '../license-keys/dto/key-filter.dto';
import type { ChangedKey } from '../license-keys/license-key-changes';
import { KeyPlans } from '../license-keys/key-plans';
import { LicenseKeyUpdate } from '../license-keys/license-key-update';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { BulkChangeEnds } from './bulk-change-ends';
import { BulkChangePortionsRepository } from './bulk-change-portions.repository';
import { BulkChangesRepository, type Lease, type LockedChange } from './bulk-changes.repository';
import { keyChange, type Outcome } from './key-change';
import { CHANGED, FAILURES, NO_PLAN, NOT_FOUND, type RowResult } from './row-results';
import type { KeyChangeDto } from './dto/key-change.dto';

/** The next license keys of a bulk change. */
export interface Portion {
  /** Record ids, ascending; can be empty if a filter found nothing. */
  readonly ids: readonly number[];
  /** Record id up to which the bulk change is done after this portion. */
  readonly upTo: number;
  readonly isLast: boolean;
}

/** Changes a portion's license keys, in one transaction with their audit and the change's position. */
@Injectable()
export class PortionWriter {
  constructor(
    private readonly bulkChanges: BulkChangesRepository,
    private readonly portions: BulkChangePortionsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly keyPlans: KeyPlans,
    private readonly update: LicenseKeyUpdate,
    private readonly ends: BulkChangeEnds,
    private readonly transactions: Transactions,
  ) {}

  /** Writes nothing unless this instance still runs the change, at this position: no portion is written twice. */
  async write(lease: Lease, portion: Portion): Promise<{ isWritten: boolean; milliseconds: number }> {
    let start = performance.now();
    const isWritten = await this.transactions.run((transaction) => {
      start = performance.now();
      return this.writeWithin(transaction, lease, portion);
    });
    return { isWritten, milliseconds: performance.now() - start };
  }

  private async writeWithin(
    transaction: EntityManager,
    lease: Lease,
    { ids, upTo, isLast }: Portion,
  ): Promise<boolean> {
    const changes = this.bulkChanges.within(transaction);
    // Lock first: if two instances believe that they run it, one waits here.
    const job = await changes.lock(lease.id);
    if (!job || job.state !== 'running' || job.runner !== lease.runner || job.position !== lease.position) return false;
    const results = ids.length > 0 ? await this.change(transaction, job, ids) : [];
    if (results.length > 0) await this.portions.within(transaction).insert(job.id, upTo, results);
    const count = (isCounted: (result: RowResult) => boolean) => results.filter(isCounted).length;
    const changed = count(({ code }) => code === CHANGED);
    const failed = count(({ code }) => code in FAILURES);
    await changes.advance(job, { position: upTo, isLast, processed: results.length, changed, failed });
    if (isLast) await this.ends.tell(transaction, job.id);
    return true;
  }

  private async change(transaction: EntityManager, job: LockedChange, ids: readonly number[]): Promise<RowResult[]> {
    const keys = this.licenseKeys.within(transaction);
    const locked = await keys.lockAll(ids);
    const wanted = job.filter === null ? undefined : (JSON.parse(job.filter) as KeyFilterDto);
    const matching = wanted && (await keys.findMatching(ids, wanted));
    const change = keyChange(JSON.parse(job.change) as KeyChangeDto);
    // Keys are matched against the filter again once they are locked.
    const outcomes = new Map(
      locked.filter(({ id }) => matching?.has(id) ?? true).map((key) => [key.id, outcome(key, change)]),
    );
    for (const { id } of await this.keyPlans.convert([...outcomes.values()], Date.now(), transaction)) {
      const { before } = outcomes.get(id)!;
      outcomes.set(id, { before, after: before, code: NO_PLAN });
    }
    const changed = [...outcomes.values()].filter(({ code }) => code === CHANGED);
    await this.update.write(transaction, actorOf(job), changed);
    return ids.flatMap((id) => {
      const code = outcomes.get(id)?.code;
      if (code !== undefined) return [{ id, code }];
      return matching ? [] : [{ id, code: NOT_FOUND }];
    });
  }
}

/** The changes belong to whoever requested them. */
function actorOf({ apiKeyId, creator, address, requestId, reason }: LockedChange): Actor {
  return { apiKeyId, name: creator, address, requestId, reason: reason ?? undefined };
}

function outcome(before: LicenseKey, change: (before: LicenseKey) => Outcome): ChangedKey & Outcome {
  return { before, ...change(before) };
}
