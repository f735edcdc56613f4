import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EventHistoryRepository } from '../../platform/events/event-history.repository';
import { AuditRecordsRepository } from './audit-records.repository';
import type { TargetType } from './change';

/** Ids of a target's newest audit record and event. */
export interface EndOfRecords {
  readonly audit: number;
  readonly events: number;
}

/** What `ChangeLog` has recorded, rewritten to erase a person. */
@Injectable()
export class RecordedChanges {
  constructor(
    private readonly audit: AuditRecordsRepository,
    private readonly events: EventHistoryRepository,
  ) {}

  within(transaction: EntityManager): RecordedChanges {
    return new RecordedChanges(this.audit.within(transaction), this.events.within(transaction));
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
    return this[what].rewrite(targetType, targetId, portion, change);
  }

  /** The target's newest records now. */
  async findEnd(targetType: TargetType, targetId: number): Promise<EndOfRecords> {
    const audit = await this.audit.findNewestId(targetType, targetId);
    return { audit, events: await this.events.findNewestId(targetType, targetId) };
  }

  /** As `rewrite`, for everything recorded since, in a transaction that has locked the target. */
  async rewriteSince(
    end: EndOfRecords,
    targetType: TargetType,
    targetId: number,
    change: (state: object) => object,
  ): Promise<void> {
    await this.audit.rewriteAll(targetType, targetId, end.audit, change);
    await this.events.rewriteAll(targetType, targetId, end.events, change);
  }
}
