import { Injectable, Logger } from '@nestjs/common';
import { pause } from '../../platform/concurrency/pause';
import { StatementRunner } from '../../platform/database/statement-runner';
import { randomHandle } from '../../platform/database/random-handle';
import { Jobs } from '../../platform/jobs/jobs';
import { WallClock } from '../../platform/jobs/wall-clock';
import { MailContents } from '../contents/mail-contents';
import { MailOutbox } from '../outbox/mail-outbox';
import { MailsRepository } from '../outbox/mails.repository';
import { MailWriter } from '../templates/mail-writer';
import { type ClaimedMail, MailClaims } from './mail-claims';
import { MailMetrics } from './mail-metrics';
import { type Attempted, MailResults } from './mail-results';
import { Smtp } from './smtp';

const MAIL_JOB = 'mail';
/** In milliseconds: between two polls if idle, and if busy. */
const [LOOK_MS, BUSY_LOOK_MS] = [500, 100];
/** Per instance: simultaneous attempts, and attempts per second. Providers accept more, but few need it. */
const [AT_ONCE, A_SECOND] = [5, 10];
/** Delay of an email whose customer is being moved or erased, in milliseconds. */
const MOVING_MS = 5000;
/** Time for attempts under way when the service stops, in milliseconds. */
const STOP_MS = 5000;

/** Sends emails that are due. */
@Injectable()
export class MailSender {
  private readonly logger = new Logger('Mail');
  private readonly underWay = new Set<Promise<void>>();
  private ended: Attempted[] = [];
  private isFirst = true;
  private ending = new AbortController();

  constructor(
    jobs: Jobs,
    outbox: MailOutbox,
    private readonly mails: MailsRepository,
    private readonly claims: MailClaims,
    private readonly contents: MailContents,
    private readonly writer: MailWriter,
    private readonly smtp: Smtp,
    private readonly results: MailResults,
    private readonly metrics: MailMetrics,
    private readonly statements: StatementRunner,
    private readonly clock: WallClock,
  ) {
    if (!outbox.isOn) return;
    jobs.add({
      name: MAIL_JOB,
      everyMs: LOOK_MS,
      longestMs: 3_600_000,
      // Each email is claimed by one instance.
      doneBy: 'each instance',
      failure: 'Emails could not be sent; this is tried again.',
      run: (signal) => this.run(signal),
    });
  }

  /** Until nothing is due and nothing under way. */
  async run(signal: AbortSignal): Promise<void> {
    // Alone on the database, no other instance can be sending them.
    if (this.isFirst && !this.statements.isShared) await this.mails.releaseAll(this.clock.now());
    this.isFirst = false;
    try {
      while (!signal.aborted) {
        await this.writeEnded();
        const begun = await this.sendDue();
        // Emails that ended after the poll may be due again.
        if (begun === 0 && this.underWay.size === 0 && this.ended.length === 0) return;
        await pause(Math.max(BUSY_LOOK_MS, (begun * 1000) / A_SECOND), signal);
      }
    } finally {
      await this.finish();
    }
  }

  /** @returns how many attempts have begun */
  private async sendDue(): Promise<number> {
    const free = AT_ONCE - this.underWay.size;
    const claimed = free > 0 ? await this.claims.take(free, this.clock.now()) : [];
    for (const mail of claimed) {
      const sending = this.send(mail).finally(() => this.underWay.delete(sending));
      this.underWay.add(sending);
    }
    return claimed.length;
  }

  private async send(claimed: ClaimedMail): Promise<void> {
    const { signal } = this.ending;
    const attempted = await this.attempt(claimed, signal).catch((error: unknown): Attempted => {
      // Neither the mail server's nor the customer's fault: it stays due.
      this.logger.error({ err: error }, `Mail ${claimed.id} could not be written; this is tried again.`);
      const answer = 'The email could not be written; the log of the service says why.';
      return { mail: claimed, outcome: { result: 'later', answer } };
    });
    if (!attempted) return;
    // Interrupted attempts are due again at once, for the next run or another instance.
    if (signal.aborted && attempted.outcome.result === 'later') return this.giveBack(claimed, 0);
    this.ended.push(attempted);
    return undefined;
  }

  /** @returns undefined if there is nothing to store: it was postponed, or is gone */
  private async attempt(claimed: ClaimedMail, signal: AbortSignal): Promise<Attempted | undefined> {
    const turn = await this.contents.now(claimed, this.clock.now());
    if (turn.turn === 'drop') return { mail: claimed, outcome: { result: 'obsolete', answer: turn.why } };
    if (turn.turn === 'wait') return this.giveBack(claimed, MOVING_MS);
    const mail = await this.rewrite(claimed, turn);
    if (!mail) return undefined;
    const letter = await this.writer.write(mail);
    const { recipient: to, handle, createdAt, kind } = mail;
    const isReminder = kind === 'expiring' || kind === 'expired';
    const outcome = await this.smtp.send({ to, letter, handle, createdAt, isReminder }, signal);
    if (!signal.aborted || outcome.result !== 'later') this.metrics.count(outcome);
    return { mail, outcome };
  }

  /** Stores the current content. Mail programs hide a second email with the same `Message-ID`, so different content gets a new one. */
  private async rewrite(
    claimed: ClaimedMail,
    { recipient, data }: Pick<ClaimedMail, 'recipient' | 'data'>,
  ): Promise<ClaimedMail | undefined> {
    if (recipient === claimed.recipient && data === claimed.data) return claimed;
    const mail = { ...claimed, recipient, data, handle: randomHandle() };
    const { claim, id, handle } = mail;
    return (await this.mails.rewrite(claim, id, { recipient, data, handle })) ? mail : undefined;
  }

  private async writeEnded(): Promise<void> {
    // If writing fails, the next run repeats it, or the claims end.
    for (let next = this.ended.at(0); next; next = this.ended.at(0)) {
      const failed = await this.results.write(next);
      if (failed)
        this.logger.warn(`Mail ${failed.id} (${failed.kind}) has failed for good; the list of emails says why.`);
      this.ended.shift();
    }
  }

  private async finish(): Promise<void> {
    const late = setTimeout(() => this.ending.abort(), STOP_MS);
    await Promise.all(this.underWay);
    clearTimeout(late);
    this.ending = new AbortController();
    await this.writeEnded();
  }

  /** @param afterMs delay until it is due again */
  private async giveBack({ claim, id }: ClaimedMail, afterMs: number): Promise<undefined> {
    await this.mails
      .release(claim, id, this.clock.now() + afterMs)
      .catch((error: unknown) => this.logger.debug(`An email was not released: ${String(error)}`));
  }
}
