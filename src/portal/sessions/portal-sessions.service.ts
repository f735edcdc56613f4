import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import type { ShownCustomer } from '../../catalog/customers/to-customer-dto';
import { messageOf } from '../../platform/errors/error-message';
import type { PortalSession } from './portal-session.entity';
import { PortalSessionsRepository } from './portal-sessions.repository';

/** Longest life of a session, in milliseconds. */
const LONGEST_MS = 8 * 60 * 60 * 1000;
/** Longest life without a request. */
const IDLE_MS = 30 * 60 * 1000;
/** Shortest time between two writes of `lastUsedAt`. */
const USE_STEP_MS = 60_000;
/** Most customers with one email address. More are a mistake, and would slow down each page. */
const MOST_CUSTOMERS = 20;

/** A signed-in customer. */
export interface CurrentCustomer {
  readonly session: PortalSession;
  /** All customers of the session, as they are now. */
  readonly customers: readonly ShownCustomer[];
}

export type SessionOwner = Pick<PortalSession, 'email' | 'customerId'>;

@Injectable()
export class PortalSessionsService {
  private readonly logger = new Logger('Portal');

  constructor(
    private readonly sessions: PortalSessionsRepository,
    private readonly customers: CustomersRepository,
  ) {}

  /** Opens a session within the transaction of the sign-in. @param hash of the browser's new token */
  async open(transaction: EntityManager, hash: string, { email, customerId }: SessionOwner): Promise<void> {
    const now = Date.now();
    const times = { createdAt: now, lastUsedAt: now, expiresAt: now + LONGEST_MS, endedAt: null };
    await this.sessions.within(transaction).insert({ hash, email, customerId, ...times });
  }

  /** The customer with an open session of this hash. */
  async find(hash: string): Promise<CurrentCustomer | undefined> {
    const session = await this.sessions.findByHash(hash);
    const now = Date.now();
    if (session === null || session.endedAt !== null || endOf(session) <= now) return undefined;
    if (session.lastUsedAt <= now - USE_STEP_MS) await this.noteUse(session.id, now);
    return { session, customers: await this.customersOf(session) };
  }

  end(hash: string): Promise<void> {
    return this.sessions.end(hash, Date.now());
  }

  /** All customers of an owner. */
  async customersOf({ email, customerId }: SessionOwner): Promise<ShownCustomer[]> {
    if (email !== null) return this.customers.findByEmail(email, MOST_CUSTOMERS);
    const customer = customerId === null ? null : await this.customers.findById(customerId);
    return customer ? [customer] : [];
  }

  private async noteUse(id: number, now: number): Promise<void> {
    try {
      await this.sessions.noteUse(id, now);
    } catch (error) {
      this.logger.warn(`The use of a session of the portal could not be written: ${messageOf(error)}`);
    }
  }
}

const endOf = ({ expiresAt, lastUsedAt }: PortalSession): number => Math.min(expiresAt, lastUsedAt + IDLE_MS);
