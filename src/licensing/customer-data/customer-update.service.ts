import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { CustomerChanges, NOTHING_KNOWN } from '../../catalog/customers/customer-changes';
import { CUSTOMER_FIELDS } from '../../catalog/customers/customer-fields';
import { CUSTOMER_NOT_FOUND, customerExists } from '../../catalog/customers/customers.service';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import type { CustomerDto } from '../../catalog/customers/dto/customer.dto';
import type { UpdateCustomerDto } from '../../catalog/customers/dto/update-customer.dto';
import { CUSTOMER_TAGS, type ShownCustomer, toCustomerDto } from '../../catalog/customers/to-customer-dto';
import { databaseFault } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { givenValues } from '../../platform/fields/records';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { CustomerTaskRunner } from './customer-task-runner';
import { CustomerTasksRepository } from './customer-tasks.repository';

export const CUSTOMER_BUSY: Problem<'customer.busy'> = {
  code: 'customer.busy',
  message: 'The license keys of this customer are still being moved or erased; try again in a minute.',
};

type Changes = Partial<Omit<ShownCustomer, 'id' | 'createdAt'>>;

/** Changes customers. A uid that only license keys name gets its record this way. */
@Injectable()
export class CustomerUpdateService {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly changes: CustomerChanges,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly tasks: CustomerTasksRepository,
    private readonly runner: CustomerTaskRunner,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @param mayRead if false, even an empty change is audited, since the answer shows the customer @returns the
   * customer, and whether all its license keys have the uid @throws {ApiError} 404 for an unknown uid; 409 if another
   * customer has the new one, or a move or erasure is running
   */
  async update(
    uid: string,
    body: UpdateCustomerDto,
    actor: Actor,
    mayRead: boolean,
    ifMatch?: IfMatch,
  ): Promise<{ customer: CustomerDto; isDone: boolean }> {
    const changes: Changes = givenValues(CUSTOMER_FIELDS, 'update', body);
    const newUid = changes.uid ?? uid;
    try {
      const { customer, taskId } = await this.transactions.run(async (transaction) => {
        const before = await this.lock(transaction, uid);
        if (newUid !== uid) await this.requireFree(transaction, newUid, before);
        CUSTOMER_TAGS.require(ifMatch, before ? [toCustomerDto(before)] : []);
        const written = await this.write(transaction, actor, before, { ...changes, uid: newUid }, mayRead);
        if (newUid === uid) return { customer: written, taskId: undefined };
        const move = { kind: 'move', customerId: written.id, uid, newUid } as const;
        return { customer: written, taskId: await this.tasks.within(transaction).insert(move, actor) };
      });
      const isDone = taskId === undefined || (await this.runner.run(taskId));
      return { customer: toCustomerDto(customer), isDone };
    } catch (error) {
      throw databaseFault(error) === 'duplicate' ? conflict(customerExists(newUid)) : error;
    }
  }

  /** @returns null for a uid that only license keys have @throws {ApiError} 404 */
  private async lock(transaction: EntityManager, uid: string): Promise<ShownCustomer | null> {
    const customer = await this.customers.within(transaction).lock(uid);
    if (customer || (await this.licenseKeys.within(transaction).isUser(uid))) return customer;
    throw notFound(CUSTOMER_NOT_FOUND);
  }

  /** @throws {ApiError} 409 */
  private async requireFree(transaction: EntityManager, uid: string, mover: ShownCustomer | null): Promise<void> {
    const isTaken = await this.customers.within(transaction).findByUid(uid);
    if (isTaken || (await this.licenseKeys.within(transaction).isUser(uid))) throw conflict(customerExists(uid));
    if (mover && (await this.tasks.within(transaction).exists(mover.id))) throw conflict(CUSTOMER_BUSY);
  }

  private async write(
    transaction: EntityManager,
    actor: Actor,
    before: ShownCustomer | null,
    changes: Changes & { uid: string },
    mayRead: boolean,
  ): Promise<ShownCustomer> {
    if (!before) {
      const customer = { ...NOTHING_KNOWN, ...changes, createdAt: Date.now() };
      return this.changes.insert(transaction, actor, customer);
    }
    const after = Object.assign({}, before, changes);
    await this.changes.update(transaction, actor, before, after, mayRead ? undefined : 'audited');
    return after;
  }
}
