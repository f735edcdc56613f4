import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/audit/actor';
import { databaseFault } from '../../platform/database/database-errors';
import type { Place } from '../../platform/database/ordered-search';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { newValues } from '../../platform/fields/records';
import { firstPageInOrder, type Page } from '../../platform/http/answers/paging';
import { readPlace } from '../../platform/validation/order';
import { CustomerChanges } from './customer-changes';
import { CUSTOMER_FIELDS } from './customer-fields';
import { CUSTOMER_ORDERS, placeIn } from './customer-order';
import { CustomersRepository } from './customers.repository';
import type { CreateCustomerDto } from './dto/create-customer.dto';
import type { CustomerDto } from './dto/customer.dto';
import type { ListCustomersDto } from './dto/list-customers.dto';
import { toCustomerDto } from './to-customer-dto';

export const CUSTOMER_NOT_FOUND: Problem<'customer.notFound'> = {
  code: 'customer.notFound',
  message: 'There is no customer with this uid.',
};
const DEFAULT_LIMIT = 100;

@Injectable()
export class CustomersService {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly changes: CustomerChanges,
    private readonly transactions: Transactions,
  ) {}

  /** License keys may use the uid already. @throws {ApiError} 409 if the uid has a record */
  async create({ uid = randomUid(), ...described }: CreateCustomerDto, actor: Actor): Promise<CustomerDto> {
    const customer = { uid, ...newValues(CUSTOMER_FIELDS, 'create', described), createdAt: Date.now() };
    try {
      const insert = this.transactions.run((transaction) => this.changes.insert(transaction, actor, customer));
      return toCustomerDto(await insert);
    } catch (error) {
      throw databaseFault(error) === 'duplicate' ? conflict(customerExists(uid)) : error;
    }
  }

  /** In the requested order, fewer when time runs out; `next` is where the next page begins. */
  getPage(
    { q, uid, order = 'oldest', limit = DEFAULT_LIMIT, ...place }: ListCustomersDto,
    isLate: () => boolean,
  ): Promise<Page<CustomerDto, Place>> {
    const by = CUSTOMER_ORDERS[order];
    const found = this.customers.search({ q, uid }, by, readPlace(place, by), limit + 1);
    return firstPageInOrder(found, limit, toCustomerDto, isLate, (customer) => placeIn(order, customer));
  }

  /** @throws {ApiError} 404 if there is no record */
  async get(uid: string): Promise<CustomerDto> {
    const customer = await this.customers.findByUid(uid);
    if (!customer) throw notFound(CUSTOMER_NOT_FOUND);
    return toCustomerDto(customer);
  }
}

export const customerExists = (uid: string): Problem<'customer.exists'> => ({
  code: 'customer.exists',
  message: `There is already a customer with the uid "${uid}".`,
});

/** Digits and letters without look-alikes. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
const LENGTH = 12;

/** As in "cus_Qx81LmTa2b9K". */
export const randomUid = (prefix = 'cus_'): string =>
  prefix + Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
