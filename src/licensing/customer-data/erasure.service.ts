import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { CustomerChanges, NOTHING_KNOWN } from '../../catalog/customers/customer-changes';
import { CUSTOMER_NOT_FOUND, randomUid } from '../../catalog/customers/customers.service';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import { CUSTOMER_TAGS, type ShownCustomer, toCustomerDto } from '../../catalog/customers/to-customer-dto';
import { databaseFault } from '../../platform/database/database-errors';
import { BY_ID } from '../../platform/database/ordered-search';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { SeatsService } from '../seats/seats.service';
import { CustomerTaskRunner } from './customer-task-runner';
import { CustomerTasksRepository } from './customer-tasks.repository';
import { CUSTOMER_BUSY } from './customer-update.service';
import type { ErasedCustomerDto, ErasurePreviewDto } from './dto/erasure.dto';
import { isPersonalUid } from './personal-data';

const KEYS_A_PAGE = 200;

/** Erases customers: their record, license keys, these keys' devices and logs, and the audit. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly changes: CustomerChanges,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly seats: SeatsService,
    private readonly tasks: CustomerTasksRepository,
    private readonly runner: CustomerTaskRunner,
    private readonly transactions: Transactions,
  ) {}

  /** Counts what an erasure would affect, until time runs out. @throws {ApiError} 404 */
  async preview(uid: string, isLate: () => boolean): Promise<ErasurePreviewDto> {
    const hasRecord = (await this.customers.findByUid(uid)) !== null;
    const keepsUid = !isPersonalUid(uid);
    const counts = { licenseKeys: 0, boundToAddress: 0, devices: 0, seatsTaken: 0 };
    for await (const { items, upTo } of this.licenseKeys.searchPage({ uid }, BY_ID, undefined, KEYS_A_PAGE)) {
      const { devices, seatsTaken } = await this.seats.count(items);
      counts.licenseKeys += items.length;
      counts.boundToAddress += items.filter(({ ip }) => ip !== '').length;
      counts.devices += devices;
      counts.seatsTaken += seatsTaken;
      if (upTo !== undefined && isLate()) return { uid, keepsUid, ...counts, isComplete: false };
    }
    if (!hasRecord && counts.licenseKeys === 0) throw notFound(CUSTOMER_NOT_FOUND);
    return { uid, keepsUid, ...counts, isComplete: true };
  }

  /**
   * @param force even while devices have seats, which they keep @throws {ApiError} 404; 409 while devices have seats,
   * or another erasure or move is running
   */
  async erase(uid: string, force: boolean, actor: Actor, ifMatch?: IfMatch): Promise<ErasedCustomerDto> {
    const { licenseKeys, boundToAddress, devices, seatsTaken } = await this.preview(uid, () => false);
    if (seatsTaken > 0 && !force) throw conflict(stillInUse(seatsTaken));
    const newUid = isPersonalUid(uid) ? randomUid('erased-') : uid;
    try {
      const taskId = await this.transactions.run(async (transaction) => {
        const customer = await this.lock(transaction, uid, ifMatch);
        const knownAs = { id: customer.id, uid: newUid };
        await this.changes.delete(transaction, actor, customer, knownAs);
        const task = { kind: 'erase', customerId: customer.id, uid, newUid } as const;
        return this.tasks.within(transaction).insert(task, actor);
      });
      return { uid: newUid, licenseKeys, boundToAddress, devices, seatsTaken, isDone: await this.runner.run(taskId) };
    } catch (error) {
      throw databaseFault(error) === 'duplicate' ? conflict(CUSTOMER_BUSY) : error;
    }
  }

  /** The audit needs a record id, so a uid that only license keys have gets one. */
  private async lock(transaction: EntityManager, uid: string, ifMatch: IfMatch | undefined): Promise<ShownCustomer> {
    const customers = this.customers.within(transaction);
    const known = await customers.lock(uid);
    if (!known && !(await this.licenseKeys.within(transaction).isUser(uid))) throw notFound(CUSTOMER_NOT_FOUND);
    CUSTOMER_TAGS.require(ifMatch, known ? [toCustomerDto(known)] : []);
    if (known) return known;
    const [customer] = await customers.insert([{ uid, ...NOTHING_KNOWN, createdAt: Date.now() }]);
    return customer;
  }
}

export const stillInUse = (count: number): Problem<'customer.seatsTaken'> => ({
  code: 'customer.seatsTaken',
  message: `${count} ${count === 1 ? 'device has a seat and would send its name' : 'devices have a seat and would send their names'} again at the next check; release the seats or disable the keys first, or send force=true to erase all the same.`,
});
