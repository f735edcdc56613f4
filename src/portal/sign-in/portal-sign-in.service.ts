import { Injectable } from '@nestjs/common';
import { MailOutbox } from '../../mail/outbox/mail-outbox';
import { Transactions } from '../../platform/database/transactions';
import { isEmail } from '../../platform/addresses/e-mail';
import { PortalLimit } from '../../platform/limits/portal-limit';
import { PortalMetrics } from '../portal-metrics';
import { PortalSessionsService } from '../sessions/portal-sessions.service';
import type { Language } from '../texts/texts';
import { hashCode, hashToken, isSame, isToken, newToken, readCode } from '../visits/tokens';
import type { PortalSignIn } from './portal-sign-in.entity';
import { PortalSignInMails } from './portal-sign-in-mails';
import { NOT_PREPARED, PortalSignInsRepository } from './portal-sign-ins.repository';

/** How long a code and a link are valid. */
export const SIGN_IN_MINUTES = 10;
const MINUTE_MS = 60_000;

/** Whether the browser that opens a link may use it. */
export type LinkState = 'usable' | 'other browser' | 'over';

/** Signs customers in: by an emailed code or link, or by a shop's link. */
@Injectable()
export class PortalSignInService {
  constructor(
    private readonly signIns: PortalSignInsRepository,
    private readonly sessions: PortalSessionsService,
    private readonly mails: PortalSignInMails,
    private readonly outbox: MailOutbox,
    private readonly limit: PortalLimit,
    private readonly transactions: Transactions,
    private readonly metrics: PortalMetrics,
  ) {}

  /** Whether codes can be mailed. */
  get hasMail(): boolean {
    return this.outbox.isOn;
  }

  /**
   * Stores that a browser requests a code. A job looks up the address after the answer, so that answer and duration are
   * the same for known and unknown addresses. @returns false for an invalid address @throws {ApiError} 429 over a limit
   */
  async ask(
    { email: typed, browserHash, language }: { email: string; browserHash: string; language: Language },
    address: string,
  ): Promise<boolean> {
    const email = typed.toLowerCase();
    if (!isEmail(email) || email.length > 254) return false;
    await this.limit.countMail(address, email);
    const now = Date.now();
    const times = { createdAt: now, expiresAt: now + SIGN_IN_MINUTES * MINUTE_MS };
    await this.signIns.insert({ ...NOT_PREPARED, ...times, browserHash, email, customerId: null, language });
    this.mails.wake();
    this.metrics.countSignIn('asked');
    return true;
  }

  /** The address whose code this browser awaits. */
  async findAsked(browserHash: string): Promise<string | undefined> {
    return (await this.signIns.findOfBrowser(browserHash, Date.now()))?.email ?? undefined;
  }

  /** @returns the token of the new session; undefined for a wrong code @throws {ApiError} 429 over the limit */
  async enterCode(typed: string, browserHash: string, address: string): Promise<string | undefined> {
    await this.limit.countTry(address);
    const session = await this.tryCode(typed, browserHash, Date.now());
    this.metrics.countSignIn(session === undefined ? 'refused' : 'passed');
    return session;
  }

  private async tryCode(typed: string, browserHash: string, now: number): Promise<string | undefined> {
    const signIn = await this.signIns.findOfBrowser(browserHash, now);
    if (!signIn || !(await this.signIns.countTry(signIn.id))) return undefined;
    // Computed for unknown addresses too, so that they take as long.
    const given = hashCode(browserHash, readCode(typed) ?? '');
    if (!isSame(given, signIn.codeHash ?? hashCode(browserHash, 'none'))) return undefined;
    return this.letIn(signIn, browserHash, now);
  }

  /** Changes nothing: mail scanners open links too. */
  async look(token: unknown, browserHash: string): Promise<LinkState> {
    const signIn = isToken(token) && (await this.signIns.findByLink(hashToken(token), Date.now()));
    return signIn ? stateFor(signIn, browserHash) : 'over';
  }

  /** As `enterCode`, by a link. */
  async enterLink(
    token: unknown,
    browserHash: string,
    address: string,
  ): Promise<{ readonly token: string } | Exclude<LinkState, 'usable'>> {
    await this.limit.countTry(address);
    const entered = await this.tryLink(token, browserHash, Date.now());
    this.metrics.countSignIn(typeof entered === 'string' ? 'refused' : 'passed');
    return entered;
  }

  private async tryLink(
    token: unknown,
    browserHash: string,
    now: number,
  ): Promise<{ readonly token: string } | Exclude<LinkState, 'usable'>> {
    const signIn = isToken(token) && (await this.signIns.findByLink(hashToken(token), now));
    if (!signIn) return 'over';
    const state = stateFor(signIn, browserHash);
    if (state !== 'usable') return state;
    const session = await this.letIn(signIn, browserHash, now);
    return session === undefined ? 'over' : { token: session };
  }

  private async letIn(signIn: PortalSignIn, formerHash: string, now: number): Promise<string | undefined> {
    const token = newToken();
    const isFirst = await this.transactions.run(async (transaction) => {
      if (!(await this.signIns.within(transaction).use(signIn.id, now))) return false;
      await this.sessions.open(transaction, hashToken(token), signIn);
      return true;
    });
    // A browser has one session at a time.
    if (isFirst) await this.sessions.end(formerHash);
    return isFirst ? token : undefined;
  }
}

const stateFor = ({ browserHash }: PortalSignIn, own: string): LinkState =>
  browserHash === null || browserHash === own ? 'usable' : 'other browser';
