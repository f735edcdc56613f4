import type { INestApplicationContext } from '@nestjs/common';
import { built, withModule } from './built';
import { MailServer } from './mail-server';

const { Transactions } = built(
  'platform/database/transactions',
) as typeof import('../../src/platform/database/transactions');
const { EventsRepository } = built(
  'platform/events/events.repository',
) as typeof import('../../src/platform/events/events.repository');
const { EventNumbering } = built(
  'platform/events/event-numbering',
) as typeof import('../../src/platform/events/event-numbering');
const { WallClock } = built('platform/jobs/wall-clock') as typeof import('../../src/platform/jobs/wall-clock');
const { MailsModule } = built('mail/mails/mails.module') as typeof import('../../src/mail/mails/mails.module');
const { MailsRepository } = built(
  'mail/outbox/mails.repository',
) as typeof import('../../src/mail/outbox/mails.repository');
const { MailOutbox } = built('mail/outbox/mail-outbox') as typeof import('../../src/mail/outbox/mail-outbox');
const { MailSender } = built('mail/sending/mail-sender') as typeof import('../../src/mail/sending/mail-sender');

export type NewMail = import('../../src/mail/outbox/mail-outbox').NewMail;

const GOES_ON = new AbortController().signal;

/** What sends emails, in this process and at times that a test chooses. */
export class MailRig {
  /** In milliseconds since the Unix epoch. */
  now = 0;

  constructor(readonly providers: INestApplicationContext) {
    providers.get(WallClock).now = () => this.now;
  }

  /** On a new database. */
  static with(port: number, work: (rig: MailRig) => Promise<void>): Promise<void> {
    const settings = { SMTP_URL: `smtp://127.0.0.1:${port}?tls=none`, MAIL_FROM: 'licenses@example.com' };
    return withModule(MailsModule, settings, (providers) => work(new MailRig(providers)));
  }

  /** As `with`, with a server that takes the emails. */
  static async withServer(work: (server: MailServer, rig: MailRig) => Promise<void>): Promise<void> {
    const server = await MailServer.start();
    try {
      await MailRig.with(server.port, (rig) => work(server, rig));
    } finally {
      await server.end();
    }
  }

  async queue(...mails: NewMail[]): Promise<void> {
    const outbox = this.providers.get(MailOutbox);
    await this.providers.get(Transactions).run((transaction) => outbox.append(transaction, mails));
    this.now = Date.now() + 1;
  }

  send(): Promise<void> {
    return this.providers.get(MailSender).run(GOES_ON);
  }

  async mails() {
    return this.providers.get(MailsRepository).findPage({}, Number.MAX_SAFE_INTEGER, 100);
  }

  async only() {
    const [mail] = await this.mails();
    return mail;
  }

  async failures() {
    await this.providers.get(EventNumbering).advance();
    return (await this.providers.get(EventsRepository).findAfter(0, 10, { types: ['mail.failed'] })).events;
  }
}
