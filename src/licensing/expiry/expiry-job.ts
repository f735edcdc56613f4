import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Pace } from '../../platform/concurrency/pace';
import { ROWS_A_STATEMENT } from '../../platform/database/insert-rows';
import { Readers } from '../../platform/database/reader';
import { Transactions } from '../../platform/database/transactions';
import { EventsRepository, type NewEvent } from '../../platform/events/events.repository';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { DAY_MS } from '../../platform/time-ranges/spans';
import { KeyPlans } from '../license-keys/key-plans';
import { type KeyTerms, passesUntil } from '../license-keys/key-terms';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { expiryEvent } from '../license-keys/license-key-events';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import { ExpiryNoticesRepository } from './expiry-notices.repository';

const EVERY_MS = 15_000;
/** Looked at again: a change whose transaction took long, and a license key that is ended at once, a moment ago. */
const OVERLAP_MS = 10 * 60_000;
/** A clock that goes back by less tells nothing twice. */
const REMEMBERED_MS = 2 * DAY_MS;

/** Tells followers that license keys will expire, and that they have: once for each value of `expiresAt`, also what fell into a standstill. */
@Injectable()
export class ExpiryJob {
  /** The end itself comes last, so that what fell into a standstill is told in its order. */
  private readonly noticeDays: readonly number[];
  private readonly pace: Pace;

  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly keyPlans: KeyPlans,
    private readonly notices: ExpiryNoticesRepository,
    private readonly events: EventsRepository,
    private readonly transactions: Transactions,
    readers: Readers,
    jobs: Jobs,
    { expiryNoticeDays }: Settings,
  ) {
    this.noticeDays = [...expiryNoticeDays, 0];
    this.pace = new Pace({ restFactor: 4, database: readers });
    jobs.add({
      name: 'expiry-events',
      everyMs: EVERY_MS,
      longestMs: 3_600_000,
      doneBy: 'one instance',
      failure: 'Followers could not be told which license keys expire; this is tried again.',
      run: (signal) => this.advance(Date.now(), signal),
    });
  }

  /** Tells all that is due. @param now milliseconds since the Unix epoch */
  async advance(now: number, signal: AbortSignal): Promise<void> {
    for (const days of this.noticeDays) await this.advanceDays(days, now, signal);
  }

  private async advanceDays(days: number, now: number, signal: AbortSignal): Promise<void> {
    // What was due before the first start is history. A clock that was ahead must not leave a gap when it is put right.
    const from = Math.min((await this.notices.findProgress(days)) ?? now, now) - OVERLAP_MS;
    const [after, upTo] = [from + days * DAY_MS, now + days * DAY_MS];
    let looked: number | undefined;
    do {
      looked = await this.pace.run(() => this.tellPortion(days, after, upTo), signal);
      if (looked === undefined) return;
    } while (looked > 0);
    while ((await this.forget(days, after - REMEMBERED_MS, signal)) > 0);
    await this.notices.setProgress(days, now);
  }

  /** @returns how many license keys it looked at; 0 if all is told */
  private async tellPortion(days: number, after: number, upTo: number): Promise<number> {
    const ids = await this.notices.findUntold(days, after, upTo, ROWS_A_STATEMENT);
    if (ids.length > 0) {
      await this.transactions.run((transaction) => this.tell(transaction, days, ids, { after, upTo }));
    }
    return ids.length;
  }

  private async tell(
    transaction: EntityManager,
    days: number,
    ids: readonly number[],
    due: { after: number; upTo: number },
  ): Promise<void> {
    const locked = await this.licenseKeys.within(transaction).lockAll(ids);
    // It may have been changed, or told by another instance, since it was found.
    const stillDue = locked.filter(({ expiresAt: end }) => end !== null && end > due.after && end <= due.upTo);
    const notices = this.notices.within(transaction);
    const untold = (await notices.untoldOf(days, stillDue)).toSorted((a, b) => a.expiresAt! - b.expiresAt!);
    if (untold.length === 0) return;
    await notices.insert(untold.map(({ id, expiresAt }) => ({ days, expiresAt: expiresAt!, keyId: id })));
    const termsOf = await this.keyPlans.find(untold, transaction);
    await this.events.within(transaction).append(untold.map((key) => toEvent(key, days, termsOf(key))));
  }

  private forget(days: number, before: number, signal: AbortSignal): Promise<number> {
    if (signal.aborted) return Promise.resolve(0);
    return this.transactions.run((transaction) =>
      this.notices.within(transaction).deleteOlder(days, before, ROWS_A_STATEMENT),
    );
  }
}

const SERVICE = { targetType: 'licenseKey', actorType: 'service', actorName: 'expiry' } as const;

function toEvent(key: LicenseKey, days: number, terms: KeyTerms): NewEvent {
  const until = passesUntil(Object.assign({}, key, { terms }));
  const graceUntil = until === key.expiresAt || until === null ? undefined : until;
  return { ...expiryEvent(toLicenseKeyDto(key), days, graceUntil), ...SERVICE, at: Date.now() };
}
