import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PlainWrite } from '../../platform/database/write-all';
import { areEqual, EventTypes } from '../../platform/events/event-types';
import type { NewEvent } from '../../platform/events/event-row';
import { EventsRepository } from '../../platform/events/events.repository';
import type { Actor } from './actor';
import { AuditRecordsRepository } from './audit-records.repository';
import { type Change, shortened } from './change';

/**
 * Records changes, in the audit and as events. Nothing else writes audit records; other events come from time, checks
 * and the end of long work.
 */
@Injectable()
export class ChangeLog {
  constructor(
    private readonly audit: AuditRecordsRepository,
    private readonly events: EventsRepository,
    private readonly types: EventTypes,
  ) {}

  /** Commits the records together with the changes. */
  within(transaction: EntityManager): ChangeLog {
    return new ChangeLog(this.audit.within(transaction), this.events.within(transaction), this.types);
  }

  /**
   * At most `ROWS_A_STATEMENT` changes; those without differences are skipped. States contain no secret except a
   * license key as `key`, which is shortened in the audit. @param alongside further writes of the transaction, which
   * then need no round trip of their own
   */
  append(actor: Actor, changes: readonly Change[], alongside: readonly PlainWrite[] = []): Promise<void> {
    const real = new Set(changes.filter(hasChanged));
    const recorded = changes
      .filter((change) => real.has(change) || change.evenIfEqual)
      .map((change) => ({ ...change, before: audited(change.before), after: audited(change.after) }));
    const at = Date.now();
    const told = changes.flatMap((change): NewEvent[] => {
      const event = real.has(change) || change.evenIfEqual === 'told' ? this.types.tell(change) : undefined;
      const { targetType, targetId } = change;
      return event ? [{ ...event, targetType, targetId, ...eventActor(actor), at }] : [];
    });
    return this.audit.append(actor, recorded, [...this.events.appending(told), ...alongside]);
  }
}

const hasChanged = ({ action, before, after }: Change): boolean =>
  action !== 'update' || !before || !after || !areEqual(before, after);

const audited = (state: object | undefined): object | undefined =>
  state && 'key' in state && typeof state.key === 'string' ? { ...state, key: shortened(state.key) } : state;

/** The actor of an event. */
export function eventActor({
  apiKeyId,
  name,
  address,
  isCustomer,
}: Pick<Actor, 'apiKeyId' | 'name' | 'address' | 'isCustomer'>): Pick<NewEvent, 'actorType' | 'actorName'> {
  if (apiKeyId !== null) return { actorType: 'apiKey', actorName: name };
  if (isCustomer) return { actorType: 'customer', actorName: name };
  return { actorType: address === '' ? 'service' : 'person', actorName: name };
}
