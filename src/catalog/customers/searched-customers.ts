import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SearchIndex, type SearchOwner } from '../../platform/search-index/search-index';
import { KINDS, type Worded } from '../../platform/search-index/worded';
import { customerWords } from './customer-words';
import { CustomersRepository } from './customers.repository';

/** Customers as the search index sees them. */
@Injectable()
export class SearchedCustomers implements SearchOwner {
  readonly name = 'customers';
  readonly kinds = [KINDS.customer];

  constructor(
    private readonly customers: CustomersRepository,
    index: SearchIndex,
  ) {
    index.add(this);
  }

  findEnd(transaction: EntityManager, after: number, size: number): Promise<number | undefined> {
    return this.customers.within(transaction).findEnd(after, size);
  }

  async readWords(transaction: EntityManager, after: number, upTo: number): Promise<ReadonlyMap<number, Worded[]>> {
    const customers = await this.customers.within(transaction).lockBetween(after, upTo);
    return new Map(customers.map((customer) => [customer.id, [customerWords(customer)]]));
  }

  findGreatestId(): Promise<number> {
    return this.customers.findGreatestId();
  }
}
