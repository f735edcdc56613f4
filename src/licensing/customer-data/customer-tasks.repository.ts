import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { lockingRead } from '../../platform/database/locking-read';
import { CustomerTask } from './customer-task.entity';

/** `lastId` before work has begun: the greatest possible record id. */
export const NOT_BOUNDED = 2_147_483_647;

export type NewCustomerTask = Pick<CustomerTask, 'kind' | 'customerId' | 'uid' | 'newUid'>;

@Injectable()
export class CustomerTasksRepository {
  constructor(@InjectRepository(CustomerTask) private readonly tasks: Repository<CustomerTask>) {}

  within(transaction: EntityManager): CustomerTasksRepository {
    return new CustomerTasksRepository(transaction.withRepository(this.tasks));
  }

  findAll(): Promise<CustomerTask[]> {
    return this.tasks.find({ order: { id: 'ASC' } });
  }

  findById(id: number): Promise<CustomerTask | null> {
    return this.tasks.findOneBy({ id });
  }

  exists(customerId: number): Promise<boolean> {
    return this.tasks.existsBy({ customerId });
  }

  /** Whether a customer is being moved or erased. */
  isUnderWay(uid: string): Promise<boolean> {
    return this.tasks.existsBy({ uid });
  }

  /** Locks it until the transaction ends; null if it is done. */
  lock(id: number): Promise<CustomerTask | null> {
    return this.tasks.findOne({ where: { id }, ...lockingRead(this.tasks.manager) });
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if the customer has another one */
  async insert(task: NewCustomerTask, { apiKeyId, name, address, requestId }: Actor): Promise<number> {
    const by = { apiKeyId, apiKeyName: name, address, requestId };
    const { identifiers } = await this.tasks.insert({ ...task, position: 0, lastId: NOT_BOUNDED, ...by });
    return identifiers[0].id as number;
  }

  /** Sets the last license key to work on, unless another instance has. */
  async bound(id: number, lastId: number): Promise<void> {
    await this.tasks.update({ id, lastId: NOT_BOUNDED }, { lastId });
  }

  async advance(id: number, position: number): Promise<void> {
    await this.tasks.update({ id }, { position });
  }

  /** Stores how far an erasure has looked back. */
  async lookedBack(id: number, upTo: Partial<Pick<CustomerTask, 'auditBefore' | 'eventsBefore'>>): Promise<void> {
    await this.tasks.update({ id }, upTo);
  }

  async delete(id: number): Promise<void> {
    await this.tasks.delete({ id });
  }
}

export const actorOf = ({ apiKeyId, apiKeyName: name, address, requestId }: CustomerTask): Actor => ({
  apiKeyId,
  name,
  address,
  requestId,
});
