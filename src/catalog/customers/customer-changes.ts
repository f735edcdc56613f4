import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import type { Change } from '../../access/audit/change';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import { KINDS } from '../../platform/search-index/worded';
import { customerWords } from './customer-words';
import { CustomersRepository } from './customers.repository';
import { type ShownCustomer, toCustomerDto } from './to-customer-dto';

type NewCustomer = Omit<ShownCustomer, 'id'>;

/** A customer of whom only the uid is known. */
export const NOTHING_KNOWN = { name: null, email: null, language: null, note: null, metadata: null };

/** Writes customers and their search words within a transaction, each change with its audit record. */
@Injectable()
export class CustomerChanges {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly changeLog: ChangeLog,
    private readonly words: SearchWordsRepository,
  ) {}

  /** @throws {Error} 'duplicate' (`databaseFault`) if another customer has the uid */
  async insert(transaction: EntityManager, actor: Actor, customer: NewCustomer): Promise<ShownCustomer> {
    const [inserted] = await this.insertAll(transaction, actor, [customer]);
    return inserted;
  }

  /** As `insert`, for at most `ROWS_A_STATEMENT` customers. */
  async insertAll(
    transaction: EntityManager,
    actor: Actor,
    customers: readonly NewCustomer[],
  ): Promise<ShownCustomer[]> {
    const inserted = await this.customers.within(transaction).insert(customers);
    await this.words.within(transaction).insert(inserted.map(customerWords));
    const changes = inserted.map((customer) => ({ targetId: customer.id, after: toCustomerDto(customer) }));
    await this.record(transaction, actor, ...changes.map((change) => ({ action: 'create' as const, ...change })));
    return inserted;
  }

  /**
   * @param evenIfEqual what to record for an unchanged customer @throws {Error} 'duplicate' (`databaseFault`) if
   * another customer has the uid
   */
  async update(
    transaction: EntityManager,
    actor: Actor,
    before: ShownCustomer,
    after: ShownCustomer,
    evenIfEqual?: Change['evenIfEqual'],
  ): Promise<void> {
    await this.customers.within(transaction).update(after);
    await this.words.within(transaction).change([customerWords(before)], [customerWords(after)]);
    const states = { before: toCustomerDto(before), after: toCustomerDto(after) };
    await this.record(transaction, actor, { action: 'update', targetId: before.id, ...states, evenIfEqual });
  }

  /** @param knownAs state for the audit */
  async delete(transaction: EntityManager, actor: Actor, { id }: ShownCustomer, knownAs: object): Promise<void> {
    await this.customers.within(transaction).delete(id);
    await this.words.within(transaction).deleteAll([KINDS.customer], [id]);
    await this.record(transaction, actor, { action: 'delete', targetId: id, before: knownAs });
  }

  private record(transaction: EntityManager, actor: Actor, ...changes: Omit<Change, 'targetType'>[]): Promise<void> {
    const ofCustomers = changes.map((change) => ({ targetType: 'customer', ...change }) as const);
    return this.changeLog.within(transaction).append(actor, ofCustomers);
  }
}
