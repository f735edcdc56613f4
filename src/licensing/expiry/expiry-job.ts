import { Injectable } from '@nestjs/common';
import { Readers } from '../../platform/database/reader';
import { Transactions } from '../../platform/database/transactions';
import { DueNotices, NOTICES_EVERY_MS, type TellsOfEnds } from '../../platform/events/due-notices';
import type { NewEvent } from '../../platform/events/event-row';
import { EventsRepository } from '../../platform/events/events.repository';
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

/** Tells followers that license keys will expire, and that they have. */
@Injectable()
export class ExpiryJob {
  private readonly due: DueNotices;
  /** The end itself comes last, so that what fell into a standstill is told in its order. */
  private readonly noticeDays: readonly number[];

  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly keyPlans: KeyPlans,
    private readonly notices: ExpiryNoticesRepository,
    events: EventsRepository,
    transactions: Transactions,
    readers: Readers,
    jobs: Jobs,
    { expiryNoticeDays }: Settings,
  ) {
    this.due = new DueNotices(events, transactions, readers);
    this.noticeDays = [...expiryNoticeDays, 0];
    jobs.add({
      name: 'expiry-events',
      everyMs: NOTICES_EVERY_MS,
      longestMs: 3_600_000,
      doneBy: 'one instance',
      failure: 'Followers could not be told which license keys expire; this is tried again.',
      run: (signal) => this.advance(Date.now(), signal),
    });
  }

  /** Tells all that is due. @param now milliseconds since the Unix epoch */
  async advance(now: number, signal: AbortSignal): Promise<void> {
    for (const days of this.noticeDays) await this.due.advance(this.noticesOf(days), now, signal);
  }

  /** @param days before the end; 0 for the end itself */
  private noticesOf(days: number): TellsOfEnds<LicenseKey> {
    return {
      notices: this.notices.of(days),
      leadMs: days * DAY_MS,
      lockAll: (transaction, ids) => this.licenseKeys.within(transaction).lockAll(ids),
      toEvents: async (transaction, keys) => {
        const termsOf = await this.keyPlans.find(keys, transaction);
        return keys.map((key) => toEvent(key, days, termsOf(key)));
      },
    };
  }
}

const SERVICE = { targetType: 'licenseKey', actorType: 'service', actorName: 'expiry' } as const;

function toEvent(key: LicenseKey, days: number, terms: KeyTerms): NewEvent {
  const until = passesUntil(Object.assign({}, key, { terms }));
  const graceUntil = until === key.expiresAt || until === null ? undefined : until;
  return { ...expiryEvent(toLicenseKeyDto(key), days, graceUntil), ...SERVICE, at: Date.now() };
}
