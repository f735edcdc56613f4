import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, type EntityManager, In, IsNull, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { Readers } from '../../platform/database/reader';
import { type Ordering, orderedSearch, type Place } from '../../platform/database/ordered-search';
import type { Lead } from '../../platform/database/leads';
import type { Found } from '../../platform/database/search';
import { marks, type Statement } from '../../platform/database/statement-runner';
import { recordReader, selectOf } from '../../platform/fields/records';
import { wordSearch } from '../../platform/search-index/word-query';
import { CUSTOMER_FIELDS } from './customer-fields';
import { Customer } from './customer.entity';
import type { ListCustomersDto } from './dto/list-customers.dto';
import type { ShownCustomer } from './to-customer-dto';
import { WaysToFindCustomers } from './ways-to-find-customers';

type CustomerRow = readonly [id: number, ...rest: unknown[]];
const readCustomer = recordReader(CUSTOMER_FIELDS);
const SEARCHED = { table: 'customers', columns: selectOf(CUSTOMER_FIELDS), equal: [], ranges: [] };

@Injectable()
export class CustomersRepository {
  constructor(
    @InjectRepository(Customer) private readonly customers: Repository<Customer>,
    private readonly readers: Readers,
    private readonly waysToFind: WaysToFindCustomers,
  ) {}

  within(transaction: EntityManager): CustomersRepository {
    return new CustomersRepository(transaction.withRepository(this.customers), this.readers, this.waysToFind);
  }

  /** Customers in an order, all or matching ones, read on demand. @param size at most this many at a time */
  async *search(
    { q, uid }: Pick<ListCustomersDto, 'q' | 'uid'>,
    by: Ordering,
    after: Place | undefined,
    size: number,
  ): AsyncGenerator<Found<ShownCustomer, Place>> {
    const ways = [
      ...(q === undefined ? [] : [wordSearch(q, (term) => this.waysToFind.of(term))]),
      ...(uid === undefined ? [] : [amongUids(uid)]),
    ];
    const found = ways.length === 0 ? undefined : ways.flatMap(({ leads }) => leads);
    const what = { ...SEARCHED, conditions: ways.flatMap(({ conditions }) => conditions), leads: found };
    for await (const { items, upTo } of orderedSearch<CustomerRow>(this.readers.pages, what, by, after, size)) {
      yield { items: items.map(readCustomer), upTo };
    }
  }

  /** Those after an id up to another, by ascending id, locked until the transaction ends. */
  lockBetween(after: number, upTo: number): Promise<Customer[]> {
    const where = { id: And(MoreThan(after), LessThanOrEqual(upTo)) };
    return this.customers.find({ where, order: { id: 'ASC' }, ...lockingRead(this.customers.manager) });
  }

  /** The id of the `size`-th customer after an id; undefined if there are fewer. */
  async findEnd(after: number, size: number): Promise<number | undefined> {
    const found = { where: { id: MoreThan(after) }, order: { id: 'ASC' } } as const;
    const [customer] = await this.customers.find({ ...found, skip: size - 1, take: 1 });
    return customer?.id;
  }

  /** 0 if there are no customers. */
  async findGreatestId(): Promise<number> {
    return (await this.customers.maximum('id')) ?? 0;
  }

  findByUid(uid: string): Promise<Customer | null> {
    return this.customers.findOneBy({ uidHash: hashOf(uid) });
  }

  /** All with this email address, ignoring case, oldest first; at most `most`. */
  async findByEmail(email: string, most: number): Promise<Customer[]> {
    const where = { emailHash: hashOf(email.toLowerCase()) };
    const found = await this.customers.find({ where, order: { id: 'ASC' }, take: most });
    // An older version may have changed the address without updating its hash.
    return found.filter((customer) => customer.email?.toLowerCase() === email.toLowerCase());
  }

  findById(id: number): Promise<Customer | null> {
    return this.customers.findOneBy({ id });
  }

  /** Adds missing hashes of email addresses. @returns how many; fewer than `size` at the end */
  async hashEmails(size: number): Promise<number> {
    const found = await this.customers.find({ where: { emailHash: IsNull() }, take: size });
    for (const { id, email } of found) {
      // Whoever changed the address meanwhile has set its hash.
      await this.customers.update({ id, emailHash: IsNull() }, { emailHash: emailHashOf(email) });
    }
    return found.length;
  }

  /** Locks the customer until the transaction ends; null if there is none. */
  lock(uid: string): Promise<Customer | null> {
    return this.customers.findOne({ where: { uidHash: hashOf(uid) }, ...lockingRead(this.customers.manager) });
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if another customer has one of the uids */
  async insert(customers: readonly Omit<ShownCustomer, 'id'>[]): Promise<ShownCustomer[]> {
    const rows = customers.map((customer) => ({ ...customer, ...hashesOf(customer) }));
    await this.customers.insert(rows);
    // The driver returns only the first id, and a cluster's ids have gaps.
    const uidHash = In(rows.map((row) => row.uidHash));
    const found = await this.customers.find({ select: { id: true, uidHash: true }, where: { uidHash } });
    const ids = new Map(found.map((row) => [row.uidHash, row.id]));
    return rows.map(({ uidHash: hash, emailHash: _emailHash, ...customer }) => ({ ...customer, id: ids.get(hash)! }));
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if another customer has the uid */
  async update({ id, ...values }: ShownCustomer): Promise<void> {
    await this.customers.update({ id }, { ...values, ...hashesOf(values) });
  }

  async delete(id: number): Promise<void> {
    await this.customers.delete({ id });
  }
}

function amongUids(uids: readonly string[]): { conditions: Statement[]; leads: Lead[][] } {
  const isOne = { sql: `uidHash IN (${marks(uids)})`, parameters: uids.map(hashOf) };
  return { conditions: [isOne], leads: [[{ ...isOne, sql: `SELECT id FROM customers WHERE ${isOne.sql}` }]] };
}

const hashesOf = ({ uid, email }: Pick<ShownCustomer, 'uid' | 'email'>) => ({
  uidHash: hashOf(uid),
  emailHash: emailHashOf(email),
});

const emailHashOf = (email: string | null): string => (email === null ? '' : hashOf(email.toLowerCase()));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
