import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { Transactions } from '../../platform/database/transactions';
import type { KeyFilterDto } from '../license-keys/dto/key-filter.dto';
import type { ChangedKey } from '../license-keys/license-key-changes';
import { LicenseKeyUpdate } from '../license-keys/license-key-update';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { BulkChangePortionsRepository } from './bulk-change-portions.repository';
import { BulkChangesRepository, type Place } from './bulk-changes.repository';
import type { BulkChange } from './bulk-change.entity';
import { keyChange, type Outcome } from './key-change';
import { CHANGED, FAILURES, NOT_FOUND, type RowResult } from './row-results';
import type { KeyChangeDto } from './dto/key-change.dto';

/** The license keys that a bulk change comes to next. */
export interface Portion {
  /** Record ids, ascending; there may be none on a stretch where nothing was found. */
  readonly ids: readonly number[];
  /** The record id up to which all is done then. */
  readonly upTo: number;
  readonly isLast: boolean;
}

/** Changes the license keys of a portion, in one transaction with their audit and with how far the bulk change has come. */
@Injectable()
export class PortionWriter {
  constructor(
    private readonly bulkChanges: BulkChangesRepository,
    private readonly portions: BulkChangePortionsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly update: LicenseKeyUpdate,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Nothing is written unless the bulk change still is where it was, and this instance the one that is at it: so no portion is
   * written twice, by whomever.
   * @returns whether it was written, and how long its transaction took, without what it waited for its turn
   */
  async write(place: Place, portion: Portion): Promise<{ isWritten: boolean; milliseconds: number }> {
    let start = performance.now();
    const isWritten = await this.transactions.run((transaction) => {
      start = performance.now();
      return this.writeWithin(transaction, place, portion);
    });
    return { isWritten, milliseconds: performance.now() - start };
  }

  private async writeWithin(
    transaction: EntityManager,
    place: Place,
    { ids, upTo, isLast }: Portion,
  ): Promise<boolean> {
    const changes = this.bulkChanges.within(transaction);
    // First of all: of two instances that believe to be at it, one waits here.
    const job = await changes.lock(place.id);
    if (!job || job.state !== 'running' || job.runner !== place.runner || job.position !== place.position) return false;
    const results = ids.length > 0 ? await this.change(transaction, job, ids) : [];
    if (results.length > 0) await this.portions.within(transaction).insert(job.id, upTo, results);
    const count = (isCounted: (result: RowResult) => boolean) => results.filter(isCounted).length;
    const changed = count(({ code }) => code === CHANGED);
    const failed = count(({ code }) => code in FAILURES);
    await changes.advance(job, { position: upTo, isLast, processed: results.length, changed, failed });
    return true;
  }

  private async change(transaction: EntityManager, job: BulkChange, ids: readonly number[]): Promise<RowResult[]> {
    const keys = this.licenseKeys.within(transaction);
    const locked = await keys.lockAll(ids);
    const wanted = job.filter === null ? undefined : (JSON.parse(job.filter) as KeyFilterDto);
    const matching = wanted && (await keys.findMatching(ids, wanted));
    const change = keyChange(JSON.parse(job.change) as KeyChangeDto);
    // Whether they still fulfil the filter is asked once they are locked.
    const outcomes = new Map(
      locked.filter(({ id }) => matching?.has(id) ?? true).map((key) => [key.id, outcome(key, change)]),
    );
    const changed = [...outcomes.values()].filter(({ code }) => code === CHANGED);
    await this.update.write(transaction, actorOf(job), changed);
    return ids.flatMap((id) => {
      const code = outcomes.get(id)?.code;
      if (code !== undefined) return [{ id, code }];
      return matching ? [] : [{ id, code: NOT_FOUND }];
    });
  }
}

/** Who asked for it: its changes are theirs. */
function actorOf({ apiKeyId, creator, address, requestId }: BulkChange): Actor {
  return { apiKeyId, name: creator, address, requestId };
}

function outcome(before: LicenseKey, change: (before: LicenseKey) => Outcome): ChangedKey & Outcome {
  return { before, ...change(before) };
}
