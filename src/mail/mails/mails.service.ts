import { Injectable } from '@nestjs/common';
import { randomHandle } from '../../platform/database/random-handle';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { Semaphore } from '../../platform/concurrency/semaphore';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { requireRecordId } from '../../platform/validation/record-id';
import { MailContents } from '../contents/mail-contents';
import type { MailDto } from '../outbox/dto/mail.dto';
import { MailOutbox } from '../outbox/mail-outbox';
import { MailsRepository } from '../outbox/mails.repository';
import { toMailDto } from '../outbox/to-mail-dto';
import { Smtp } from '../sending/smtp';
import type { ListMailsDto, ResendMailDto, TestedMailDto, TestMailDto } from './dto/mails.dto';

export const MAIL_NOT_FOUND: Problem<'mail.notFound'> = {
  code: 'mail.notFound',
  message: 'There is no email with this id.',
};
export const MAIL_OFF: Problem<'mail.off'> = {
  code: 'mail.off',
  message: 'No emails are sent: set SMTP_URL and MAIL_FROM first.',
};
export const MAIL_UNDER_WAY: Problem<'mail.underWay'> = {
  code: 'mail.underWay',
  message: 'The email is being sent right now; look again in a moment.',
};
export const MAIL_SPENT: Problem<'mail.spent'> = {
  code: 'mail.spent',
  message: 'The email had a code that serves once; the customer has to ask for another one.',
};

const DEFAULT_LIMIT = 100;
/** Simultaneous tests: each may take a minute. */
const TESTS = new Semaphore(3, { maxWaiting: 0 });

const TEST = {
  subject: 'A test email of keylink',
  text: `This is a test: the mail server has taken it, and here it is.

Look at its headers, too: "SPF", "DKIM" and "DMARC" should pass. Otherwise the emails with your customers' keys may end up among
their junk mail.
`,
  html: null,
};

@Injectable()
export class MailsService {
  constructor(
    private readonly mails: MailsRepository,
    private readonly outbox: MailOutbox,
    private readonly contents: MailContents,
    private readonly smtp: Smtp,
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  /** Newest first; `next` is the next page's `before`, if any. */
  async getPage(query: ListMailsDto): Promise<Page<MailDto>> {
    const { customer, order, state, kind, limit = DEFAULT_LIMIT, before = Number.MAX_SAFE_INTEGER } = query;
    const filter = {
      ...(customer !== undefined && { uid: customer }),
      ...(order !== undefined && { orderId: order }),
      ...(state && { state }),
      ...(kind && { kind }),
    };
    return toPage(await this.mails.findPage(filter, before, limit + 1), limit, toMailDto);
  }

  /** @throws {ApiError} 404 */
  async get(id: string): Promise<MailDto> {
    const mail = await this.mails.findById(readMailId(id));
    if (!mail) throw notFound(MAIL_NOT_FOUND);
    return toMailDto(mail);
  }

  /**
   * Queues an email again as a new one, with current templates and license keys; it replaces one that was not sent.
   * @throws {ApiError} 404; 409 if no emails are sent, it is being sent, or it had a code
   */
  async resend(text: string, { to }: ResendMailDto, actor: Actor): Promise<MailDto> {
    this.requireOn();
    const id = readMailId(text);
    const once = `again:${id}:${randomHandle()}`;
    const found = await this.mails.findById(id);
    // Before the transaction: the embedded database allows no other reads during one.
    const again = found && (await this.contents.again(found, to));
    await this.transactions.run(async (transaction) => {
      const mails = this.mails.within(transaction);
      const mail = await mails.lock(id);
      if (!mail) throw notFound(MAIL_NOT_FOUND);
      if (mail.claim !== null) throw conflict(MAIL_UNDER_WAY);
      if (!again || mail.data === null) throw conflict(MAIL_SPENT);
      await this.outbox.repeat(transaction, mail, { once, ...again });
      if (mail.state !== 'sent')
        await mails.update(id, { state: 'replaced', dueAt: null, endedAt: mail.endedAt ?? Date.now() });
      // Without the address, which is personal.
      const after = { kind: mail.kind, isToAnotherAddress: again.recipient !== mail.recipient };
      await this.changes
        .within(transaction)
        .append(actor, [{ action: 'update', targetType: 'mail', targetId: id, after }]);
    });
    return toMailDto((await this.mails.findByOnce(once))!);
  }

  /** Sends one test at once, and returns what the mail server said. @throws {ApiError} 409 if no emails are sent, 503 if too many tests run */
  test({ to }: TestMailDto): Promise<TestedMailDto> {
    this.requireOn();
    return TESTS.hold(async () => {
      const start = performance.now();
      const handle = randomHandle();
      const sent = { to, letter: TEST, handle, createdAt: Date.now(), isReminder: false };
      const { result, answer } = await this.smtp.send(sent);
      return { isTaken: result === 'sent', answer, milliseconds: Math.round(performance.now() - start) };
    });
  }

  /** @throws {ApiError} 409 */
  requireOn(): void {
    if (!this.outbox.isOn) throw conflict(MAIL_OFF);
  }
}

/** @throws {ApiError} 404 for text that can't be an id */
const readMailId = (text: string): number => requireRecordId(text, MAIL_NOT_FOUND);
