import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import { MailOutbox } from '../../mail/outbox/mail-outbox';
import { Transactions } from '../../platform/database/transactions';
import { Jobs } from '../../platform/jobs/jobs';
import { PortalPlace } from '../portal-place';
import { hashCode, hashToken, newCode, newToken } from '../visits/tokens';
import { PortalSignInsRepository } from './portal-sign-ins.repository';

const JOB = 'portal-sign-ins';
/** Requests wake the job; the interval is for requests of an instance that has ended. */
const EVERY_MS = 5000;
const LEAST_DELAY_MS = 200;
const MOST_DELAY_MS = 800;
const PORTION = 50;
const MINUTE_MS = 60_000;

/** Looks up addresses after their requests were answered, and queues emails to those that customers have. */
@Injectable()
export class PortalSignInMails {
  constructor(
    private readonly signIns: PortalSignInsRepository,
    private readonly customers: CustomersRepository,
    private readonly outbox: MailOutbox,
    private readonly place: PortalPlace,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
  ) {
    jobs.add({
      name: JOB,
      everyMs: EVERY_MS,
      longestMs: MINUTE_MS,
      doneBy: 'each instance',
      failure: 'Codes for the portal could not be queued; this is tried again.',
      run: (signal) => this.run(signal),
    });
  }

  /** After a random delay, so that the timing of answers doesn't reveal whether an email was queued. */
  wake(): void {
    setTimeout(() => this.jobs.wake(JOB), randomInt(LEAST_DELAY_MS, MOST_DELAY_MS)).unref();
  }

  private async run(signal: AbortSignal): Promise<void> {
    // An instance without a mail server leaves them to others.
    const { isOn } = this.outbox;
    for (
      let ids = isOn ? await this.findWaiting() : [];
      ids.length > 0 && !signal.aborted;
      ids = await this.findWaiting()
    )
      for (const id of ids) await this.prepare(id);
    await this.signIns.deleteOld(Date.now());
  }

  private findWaiting(): Promise<number[]> {
    return this.signIns.findWaiting(Date.now(), PORTION);
  }

  /** Only the email has the code; the database has its hash. */
  private prepare(id: number): Promise<void> {
    const [code, token] = [newCode(), newToken()];
    return this.transactions.run(async (transaction) => {
      const signIns = this.signIns.within(transaction);
      const waiting = await signIns.lockWaiting(id);
      if (waiting?.email == null || waiting.browserHash === null) return;
      const { browserHash, email, language, expiresAt } = waiting;
      const now = Date.now();
      const [customer] = await this.customers.within(transaction).findByEmail(email, 1);
      if (!customer) return signIns.prepare(id, { linkHash: null, codeHash: null, preparedAt: now });
      const linkHash = hashToken(token);
      await signIns.prepare(id, { linkHash, codeHash: hashCode(browserHash, code), preparedAt: now });
      const minutes = Math.max(1, Math.round((expiresAt - now) / MINUTE_MS));
      const data = { code, link: this.place.urlOf(`link/${token}`), minutes };
      // The customer's stored address, not what somebody typed.
      const to = customer.email ?? email;
      const mail = {
        kind: 'portalCode',
        once: `portal:${linkHash}`,
        to,
        language,
        customerUid: customer.uid,
        data,
      } as const;
      await this.outbox.append(transaction, [mail]);
    });
  }
}
