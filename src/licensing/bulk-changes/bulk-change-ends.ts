import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { eventActor } from '../../access/audit/change-log';
import { Transactions } from '../../platform/database/transactions';
import { EventsRepository } from '../../platform/events/events.repository';
import { ENDED } from './bulk-change-events';
import type { BulkChangeState } from './bulk-change.entity';
import { BulkChangesRepository } from './bulk-changes.repository';
import { toBulkChangeDto } from './to-bulk-change-dto';

/** Ends bulk changes, and tells followers. */
@Injectable()
export class BulkChangeEnds {
  constructor(
    private readonly bulkChanges: BulkChangesRepository,
    private readonly events: EventsRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Ends a running change early; one that has ended stays as it is. */
  async endEarly(id: number, state: BulkChangeState, msg: string): Promise<void> {
    await this.transactions.run(async (transaction) => {
      if (await this.bulkChanges.within(transaction).end(id, state, msg)) await this.tell(transaction, id);
    });
  }

  /** Within the transaction that ended it. */
  async tell(transaction: EntityManager, id: number): Promise<void> {
    const change = await this.bulkChanges.within(transaction).findById(id);
    if (!change) return;
    // JSON omits undefined fields, which may name a person.
    const hidden = { change: undefined, filter: undefined, reason: undefined };
    const bulkChange = Object.assign(toBulkChangeDto(change), hidden);
    const { apiKeyId, creator: name, address } = change;
    const about = { type: ENDED, targetType: 'bulkChange', targetId: id, at: Date.now(), data: { bulkChange } };
    await this.events.within(transaction).append([{ ...about, ...eventActor({ apiKeyId, name, address }) }]);
  }
}
