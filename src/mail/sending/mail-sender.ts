import { Injectable, Logger } from '@nestjs/common';
import { pause } from '../../platform/concurrency/pause';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { WallClock } from '../../platform/jobs/wall-clock';
import { MailOutbox } from '../outbox/mail-outbox';
import { MailsRepository } from '../outbox/mails.repository';
import { MailWriter } from '../templates/mail-writer';
import { type ClaimedMail, MailClaims } from './mail-claims';
import { MailMetrics } from './mail-metrics';
import { type Attempted, MailResults } from './mail-results';
import { Smtp } from './smtp';

export const MAIL_JOB = 'mail';
/** In milliseconds: between looks without work, and between those with some. */
const [LOOK_MS, BUSY_LOOK_MS] = [500, 100];
/** Of this instance: attempts at a time, and how many may begin in a second. Providers take more, but few need it. */
const [AT_ONCE, A_SECOND] = [5, 10];
/** For attempts under way when the service stops, in milliseconds. */
const STOP_MS = 5000;

/** Sends mails that are due. */
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
      // Each mail is claimed by one instance.
      doneBy: 'each instance',
      failure: 'Mails could not be sent; this is tried again.',
      run: (signal) => this.run(signal),
    });
  }

  /** Until nothing is due and nothing under way. */
  async run(signal: AbortSignal): Promise<void> {
    // Alone on the database, nobody else can be sending them.
    if (this.isFirst && !this.statements.isShared) await this.mails.releaseAll(this.clock.now());
    this.isFirst = false;
    try {
      while (!signal.aborted) {
        await this.writeEnded();
        const begun = await this.sendDue();
        if (begun === 0 && this.underWay.size === 0) return;
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

  private async send(mail: ClaimedMail): Promise<void> {
    const { signal } = this.ending;
    const { recipient: to, handle, createdAt, kind } = mail;
    const letter = await this.writer.write(mail).catch((error: unknown) => {
      // Not the mail server's fault, and not the customer's: it stays due.
      this.logger.error({ err: error }, `Mail ${mail.id} could not be written; this is tried again.`);
    });
    const isReminder = kind === 'expiring' || kind === 'expired';
    const outcome = letter
      ? await this.smtp.send({ to, letter, handle, createdAt, isReminder }, signal)
      : { result: 'later' as const, answer: 'The mail could not be written; the log of the service says why.' };
    // What was cut short is due again at once, for the next run or another instance.
    if (signal.aborted && outcome.result === 'later') return this.giveBack(mail);
    this.metrics.count(outcome);
    this.ended.push({ mail, outcome });
    return undefined;
  }

  private async writeEnded(): Promise<void> {
    // If writing fails, the next run does it, or their claims end.
    for (let next = this.ended.at(0); next; next = this.ended.at(0)) {
      const failed = await this.results.write(next);
      if (failed)
        this.logger.warn(`Mail ${failed.id} (${failed.kind}) has failed for good; the list of mails says why.`);
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

  private async giveBack({ claim, id }: ClaimedMail): Promise<void> {
    await this.mails
      .release(claim, id, this.clock.now())
      .catch((error: unknown) => this.logger.debug(`A mail was not released: ${String(error)}`));
  }
}
