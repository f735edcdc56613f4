import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { CustomerChanges } from '../../catalog/customers/customer-changes';
import { CUSTOMER_FIELDS } from '../../catalog/customers/customer-fields';
import { randomUid } from '../../catalog/customers/customers.service';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import { newValues } from '../../platform/fields/records';
import { isAcceptable } from '../../platform/fields/rules';
import type { Buyer } from '../shops/facts';
import type { Order } from './order.entity';

const UID_LENGTH = 191;

/** Finds or creates the customers of orders. */
@Injectable()
export class Buyers {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly changes: CustomerChanges,
  ) {}

  /** The customer with the buyer's email address; without an address, the one of the shop's id. @returns the uid */
  async find(transaction: EntityManager, actor: Actor, buyer: Buyer, shop: string): Promise<string> {
    const email = emailOf(buyer);
    const customers = this.customers.within(transaction);
    if (email !== undefined) {
      const [known] = await customers.findByEmail(email, 1);
      if (known) return known.uid;
    }
    const uid = email === undefined && buyer.id ? `${shop}:${buyer.id}`.slice(0, UID_LENGTH) : randomUid();
    if (await customers.findByUid(uid)) return uid;
    const described = newValues(CUSTOMER_FIELDS, 'create', {
      email,
      name: buyer.name?.slice(0, UID_LENGTH),
      language: acceptable('language', buyer.language),
    });
    await this.changes.insert(transaction, actor, { uid, ...described, createdAt: Date.now() });
    return uid;
  }

  /** The shop sent the email address after the customer was created. An existing address stays. */
  async reach(transaction: EntityManager, actor: Actor, { uid, email }: Order): Promise<void> {
    const customer = uid === null ? null : await this.customers.within(transaction).lock(uid);
    if (customer?.email !== null) return;
    await this.changes.update(transaction, actor, customer, Object.assign({}, customer, { email }));
  }
}

/** Shops accept invalid addresses, to which no email could be sent. */
export const emailOf = ({ email }: Buyer): string | undefined => acceptable('email', email?.trim());

function acceptable(name: 'email' | 'language', value: string | undefined): string | undefined {
  return value && isAcceptable(CUSTOMER_FIELDS[name], 'create', value) ? value : undefined;
}
