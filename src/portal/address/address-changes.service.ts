import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import { CustomerChanges } from '../../catalog/customers/customer-changes';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import { MailOutbox, type NewMail } from '../../mail/outbox/mail-outbox';
import { isEmail } from '../../platform/addresses/e-mail';
import { Transactions } from '../../platform/database/transactions';
import { PortalLimit } from '../../platform/limits/portal-limit';
import { customerActor } from '../acts/customer-actor';
import { PortalMetrics } from '../portal-metrics';
import { PortalPlace } from '../portal-place';
import { PortalSessionsRepository } from '../sessions/portal-sessions.repository';
import type { Language } from '../texts/texts';
import { hashCode, hashToken, isSame, isToken, newCode, newToken, readCode } from '../visits/tokens';
import { AddressChangesRepository } from './address-changes.repository';
import type { PortalAddressChange } from './portal-address-change.entity';

/** How long both addresses have to confirm. */
export const CHANGE_HOURS = 24;
const MINUTES = CHANGE_HOURS * 60;
const MINUTE_MS = 60_000;
const MOST_CUSTOMERS = 20;

type End = 'from' | 'to';

/** A change that awaits confirmation. */
export interface PendingChange {
  readonly from: string;
  readonly to: string;
  readonly isFromConfirmed: boolean;
  readonly isToConfirmed: boolean;
}

/** The outcome of a confirmation. */
export type Confirmation =
  | { readonly state: 'wrong' }
  | { readonly state: 'half' }
  | { readonly state: 'done'; readonly email: string };

/** Gives customers another email address once both mailboxes have confirmed it. */
@Injectable()
export class AddressChangesService {
  constructor(
    private readonly changes: AddressChangesRepository,
    private readonly customers: CustomersRepository,
    private readonly customerChanges: CustomerChanges,
    private readonly sessions: PortalSessionsRepository,
    private readonly outbox: MailOutbox,
    private readonly place: PortalPlace,
    private readonly limit: PortalLimit,
    private readonly transactions: Transactions,
    private readonly metrics: PortalMetrics,
  ) {}

  async findPending(email: string): Promise<PendingChange | undefined> {
    const found = await this.changes.findOf(email, Date.now());
    return found ? toPending(found) : undefined;
  }

  /**
   * Queues both emails; replaces an earlier change. @returns false unless `toEmail` is another valid address @throws
   * {ApiError} 429 over a limit
   */
  async ask(fromEmail: string, toEmail: string, language: Language, address: string): Promise<boolean> {
    if (!isEmail(toEmail) || toEmail.length > 254 || toEmail.toLowerCase() === fromEmail) return false;
    await this.limit.countMail(address, toEmail.toLowerCase());
    await this.limit.countMail(address, fromEmail);
    const [from, to] = [newProof(), newProof()];
    const createdAt = Date.now();
    const change = {
      fromEmail,
      toEmail,
      fromHash: hashToken(from.token),
      toHash: hashToken(to.token),
      fromCodeHash: hashCode(fromEmail, from.code),
      toCodeHash: hashCode(fromEmail, to.code),
      tries: 0,
      createdAt,
      expiresAt: createdAt + MINUTES * MINUTE_MS,
      fromConfirmedAt: null,
      toConfirmedAt: null,
      doneAt: null,
    };
    const mails = [this.mailTo(fromEmail, from, toEmail, language), this.mailTo(toEmail, to, toEmail, language)];
    await this.transactions.run(async (transaction) => {
      const [customer] = await this.customers.within(transaction).findByEmail(fromEmail, 1);
      await this.changes.within(transaction).insert(change);
      // Both emails are listed at the customer, so exports and erasures include them.
      await this.outbox.append(
        transaction,
        mails.map((mail) => ({ ...mail, customerUid: customer?.uid })),
      );
    });
    return true;
  }

  /** The change that a link belongs to; changes nothing. */
  async look(token: unknown): Promise<PendingChange | undefined> {
    const found = isToken(token) && (await this.changes.findByToken(hashToken(token), Date.now()));
    return found ? toPending(found) : undefined;
  }

  /** Confirms by the link in either email, in any browser. @throws {ApiError} 429 after too many attempts */
  async confirmByLink(token: unknown, request: Request): Promise<Confirmation> {
    await this.limit.countTry(request.clientAddress);
    const hash = isToken(token) ? hashToken(token) : '';
    const found = await this.changes.findByToken(hash, Date.now());
    if (!found) return { state: 'wrong' };
    return this.confirm(found.id, found.fromHash === hash ? 'from' : 'to', request);
  }

  /** Confirms by the code in either email, for the signed-in customer. @throws {ApiError} 429 after too many attempts */
  async confirmByCode(fromEmail: string, typed: string, request: Request): Promise<Confirmation> {
    await this.limit.countTry(request.clientAddress);
    const found = await this.changes.findOf(fromEmail, Date.now());
    if (!found || !(await this.changes.countTry(found.id))) return { state: 'wrong' };
    const given = hashCode(fromEmail, readCode(typed) ?? '');
    const [isFrom, isTo] = [isSame(given, found.fromCodeHash), isSame(given, found.toCodeHash)];
    return isFrom || isTo ? this.confirm(found.id, isFrom ? 'from' : 'to', request) : { state: 'wrong' };
  }

  private async confirm(id: number, end: End, request: Request): Promise<Confirmation> {
    const now = Date.now();
    const confirmation = await this.transactions.run(async (transaction): Promise<Confirmation> => {
      const changes = this.changes.within(transaction);
      const change = await changes.lock(id, now);
      if (!change) return { state: 'wrong' };
      const confirmed = end === 'from' ? { fromConfirmedAt: now } : { toConfirmedAt: now };
      const isDone = (end === 'from' ? change.toConfirmedAt : change.fromConfirmedAt) !== null;
      await changes.update(id, { ...confirmed, doneAt: isDone ? now : null });
      if (!isDone) return { state: 'half' };
      await this.apply(transaction, change, request);
      return { state: 'done', email: change.toEmail };
    });
    if (confirmation.state === 'done') this.metrics.countAct('address');
    return confirmation;
  }

  /** Ends all sessions of the old address and of its customers, who sign in again with the new one. */
  private async apply(
    transaction: EntityManager,
    { fromEmail, toEmail }: PortalAddressChange,
    request: Request,
  ): Promise<void> {
    const customers = this.customers.within(transaction);
    const ids: number[] = [];
    for (const { uid } of await customers.findByEmail(fromEmail, MOST_CUSTOMERS)) {
      const before = await customers.lock(uid);
      // The address may have changed meanwhile.
      if (before?.email?.toLowerCase() !== fromEmail) continue;
      const after = Object.assign({}, before, { email: toEmail });
      await this.customerChanges.update(transaction, customerActor(before, request), before, after);
      ids.push(before.id);
    }
    await this.sessions.within(transaction).endAllOf(fromEmail, ids, Date.now());
  }

  private mailTo(to: string, { token, code }: Proof, newAddress: string, language: Language): NewMail {
    const data = { code, link: this.place.urlOf(`address/${token}`), minutes: MINUTES, newAddress };
    return { kind: 'addressChange', once: `address:${hashToken(token)}`, to, language, data };
  }
}

interface Proof {
  readonly token: string;
  readonly code: string;
}

const newProof = (): Proof => ({ token: newToken(), code: newCode() });

const toPending = ({ fromEmail, toEmail, fromConfirmedAt, toConfirmedAt }: PortalAddressChange): PendingChange => ({
  from: fromEmail,
  to: toEmail,
  isFromConfirmed: fromConfirmedAt !== null,
  isToConfirmed: toConfirmedAt !== null,
});
