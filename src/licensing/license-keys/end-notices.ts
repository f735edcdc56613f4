import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type EndEvent, type EndEvents, tellPassed } from '../../platform/events/due-notices';
import { EventsRepository } from '../../platform/events/events.repository';
import { DAY_MS } from '../../platform/time-ranges/spans';
import { ExpiryNoticesRepository } from '../expiry-notices/expiry-notices.repository';
import { KeyPlans } from './key-plans';
import { type KeyTerms, passesUntil } from './key-terms';
import type { LicenseKey } from './license-key.entity';
import { expiryEvent } from './license-key-events';
import { toLicenseKeyDto } from './to-license-key-dto';

/** What followers are told of the ends of license keys, each once. */
@Injectable()
export class EndNotices {
  constructor(
    private readonly notices: ExpiryNoticesRepository,
    private readonly keyPlans: KeyPlans,
    private readonly events: EventsRepository,
  ) {}

  /** @param days before the end; 0 for the end itself */
  of(days: number): EndEvents<LicenseKey> {
    return {
      notices: this.notices.of(days),
      leadMs: days * DAY_MS,
      toEvents: async (transaction, keys) => {
        const termsOf = await this.keyPlans.find(keys, transaction);
        return keys.map((key) => toEvent(key, days, termsOf(key)));
      },
    };
  }

  /**
   * Tells of ends that have come, but that nobody was told of yet, before they are moved or their license keys deleted. What is still to
   * come is left to the job: after the change it may not come any more.
   * @param keys as they are before it, locked by the transaction
   */
  tellPassed(transaction: EntityManager, keys: readonly LicenseKey[]): Promise<void> {
    return tellPassed(transaction, this.events, this.of(0), keys, Date.now());
  }
}

function toEvent(key: LicenseKey, days: number, terms: KeyTerms): EndEvent {
  const until = passesUntil(Object.assign({}, key, { terms }));
  const graceUntil = until === key.expiresAt || until === null ? undefined : until;
  return { ...expiryEvent(toLicenseKeyDto(key), days, graceUntil), targetType: 'licenseKey' };
}
