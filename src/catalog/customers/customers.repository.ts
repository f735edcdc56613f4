import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, MoreThan, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { Customer } from './customer.entity';
import type { ShownCustomer } from './to-customer-dto';

/** Owns the table of customers. */
@Injectable()
export class CustomersRepository {
  constructor(@InjectRepository(Customer) private readonly customers: Repository<Customer>) {}

  within(transaction: EntityManager): CustomersRepository {
    return new CustomersRepository(transaction.withRepository(this.customers));
  }

  findPage(after: number, limit: number): Promise<Customer[]> {
    return this.customers.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  findByUid(uid: string): Promise<Customer | null> {
    return this.customers.findOneBy({ uidHash: hashOf(uid) });
  }

  /** Locks the customer until the transaction ends; null if there is none. */
  lock(uid: string): Promise<Customer | null> {
    return this.customers.findOne({ where: { uidHash: hashOf(uid) }, ...lockingRead(this.customers.manager) });
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if another customer has the uid */
  async insert(customer: Omit<ShownCustomer, 'id'>): Promise<ShownCustomer> {
    const { identifiers } = await this.customers.insert({ ...customer, uidHash: hashOf(customer.uid) });
    return { ...customer, id: identifiers[0].id as number };
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if another customer has the uid */
  async update({ id, ...values }: ShownCustomer): Promise<void> {
    await this.customers.update({ id }, { ...values, uidHash: hashOf(values.uid) });
  }

  async delete(id: number): Promise<void> {
    await this.customers.delete({ id });
  }
}

const hashOf = (uid: string): string => createHash('sha256').update(uid).digest('hex');
