import { Injectable } from '@nestjs/common';
import type { CurrentCustomer } from '../sessions/portal-sessions.service';
import type { Overview } from '../pages/overview-page';
import { type KeyDetails, KeyDetailsService } from './key-details';
import { type KeyOutline, KeyOutlines } from './key-outlines';
import { OwnKeys } from './own-keys';

/** Customers of a session, or of an operator's view. */
type Reached = Pick<CurrentCustomer, 'customers'> & Partial<CurrentCustomer>;

/** What customers see of their license keys. */
@Injectable()
export class CustomerView {
  constructor(
    private readonly ownKeys: OwnKeys,
    private readonly outlines: KeyOutlines,
    private readonly details: KeyDetailsService,
  ) {}

  /** @param after only license keys with a greater record id; ignored unless it is an id */
  async overview(customer: Reached, after: unknown): Promise<Overview> {
    const from = typeof after === 'string' && /^\d{1,10}$/.test(after) ? Number(after) : 0;
    const { keys, next } = await this.ownKeys.getPage(customer, from);
    return { keys: await this.outlines.of(keys), next, email: customer.session?.email ?? undefined };
  }

  /** @throws {ApiError} 404 for another customer's license key */
  async outline(customer: Reached, id: string): Promise<KeyOutline> {
    const [outline] = await this.outlines.of([await this.ownKeys.get(customer, id)]);
    return outline;
  }

  /** @returns with the key in full @throws {ApiError} 404 for another customer's license key */
  async key(customer: Reached, id: string): Promise<{ details: KeyDetails; key: string }> {
    const found = await this.ownKeys.get(customer, id);
    return { details: await this.details.of(found), key: found.key };
  }
}
