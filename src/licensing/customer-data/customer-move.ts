import { Injectable } from '@nestjs/common';
import { ROWS_A_STATEMENT } from '../../platform/database/insert-rows';
import { Transactions } from '../../platform/database/transactions';
import { LicenseKeyUpdate } from '../license-keys/license-key-update';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import type { CustomerTask } from './customer-task.entity';
import { CustomerRecords } from './customer-records';
import { actorOf, CustomerTasksRepository } from './customer-tasks.repository';

/** Gives a customer's license keys their new uid. Devices and logs belong to the keys. */
@Injectable()
export class CustomerMove {
  constructor(
    private readonly tasks: CustomerTasksRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly update: LicenseKeyUpdate,
    private readonly others: CustomerRecords,
    private readonly transactions: Transactions,
  ) {}

  /** Moves some license keys in one transaction with their audit and the position. @returns whether there are more */
  advance({ id }: CustomerTask): Promise<boolean> {
    return this.transactions.run(async (transaction) => {
      const tasks = this.tasks.within(transaction);
      const task = await tasks.lock(id);
      if (!task) return false;
      const keys = await this.licenseKeys.within(transaction).lockOfUser(task, ROWS_A_STATEMENT);
      // A key may have been given to another customer before it was locked.
      const own = keys.filter(({ uuid }) => uuid === task.uid);
      const changed = own.map((before) => ({ before, after: Object.assign({}, before, { uuid: task.newUid }) }));
      await this.update.write(transaction, actorOf(task), changed);
      const hasMore = keys.length === ROWS_A_STATEMENT;
      if (!hasMore) for (const records of this.others.all) await records.move(transaction, task.uid, task.newUid);
      await (hasMore ? tasks.advance(id, keys[keys.length - 1].id) : tasks.delete(id));
      return hasMore;
    });
  }
}
