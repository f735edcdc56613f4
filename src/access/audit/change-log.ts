import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PlainWrite } from '../../platform/database/write-all';
import { areEqual, EventTypes } from '../../platform/events/event-types';
import type { NewEvent } from '../../platform/events/event-row';
import { EventHistoryRepository } from '../../platform/events/event-history.repository';
import { EventsRepository } from '../../platform/events/events.repository';
import type { Actor } from './actor';
import { AuditRecordsRepository } from './audit-records.repository';
import { type Change, shortened, type TargetType } from './change';

/** Ids of a target's newest audit record and event. */
export interface EndOfRecords {
  readonly audit: number;
  readonly events: number;
}

/**
 * Records changes, in the audit and as events. Nothing else writes audit records; other events come from time, checks
 * and the end of long work.
 */
@Injectable()
export class ChangeLog {
  constructor(
    private readonly audit: AuditRecordsRepository,
    private readonly events: EventsRepository,
    private readonly history: EventHistoryRepository,
    private readonly types: EventTypes,
  ) {}

  /** Commits the records together with the changes. */
  within(transaction: EntityManager): ChangeLog {
    return new ChangeLog(
      this.audit.within(transaction),
      this.events.within(transaction),
      this.history.within(transaction),
      this.types,
    );
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

  /**
   * Rewrites up to `size` audit records or events of a target, after an id, to erase a person. @returns the last id;
   * undefined if there are no more
   */
  rewrite(
    what: 'audit' | 'events',
    targetType: TargetType,
    targetId: number,
    portion: { readonly after: number; readonly size: number },
    change: (state: object) => object,
  ): Promise<number | undefined> {
    const records = what === 'audit' ? this.audit : this.history;
    return records.rewrite(targetType, targetId, portion, change);
  }

  /** The target's newest records now. */
  async findEnd(targetType: TargetType, targetId: number): Promise<EndOfRecords> {
    const audit = await this.audit.findNewestId(targetType, targetId);
    return { audit, events: await this.history.findNewestId(targetType, targetId) };
  }

  /** As `rewrite`, for everything recorded since, in a transaction that has locked the target. */
  async rewriteSince(
    end: EndOfRecords,
    targetType: TargetType,
    targetId: number,
    change: (state: object) => object,
  ): Promise<void> {
    await this.audit.rewriteAll(targetType, targetId, end.audit, change);
    await this.history.rewriteAll(targetType, targetId, end.events, change);
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
