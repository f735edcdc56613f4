import { Injectable } from '@nestjs/common';
import { MailsRepository } from '../../mail/outbox/mails.repository';
import { Smtp } from '../../mail/sending/smtp';
import { Settings } from '../../platform/settings/settings';
import type { Finding } from './finding';

const HOUR_MS = 3_600_000;
const PATIENCE_MS = 2500;

/** Whether emails are being sent. */
@Injectable()
export class MailCheck {
  constructor(
    private readonly mails: MailsRepository,
    private readonly smtp: Smtp,
    private readonly settings: Settings,
  ) {}

  /** Empty while emails are off. */
  async findings(): Promise<Finding[]> {
    const { mail } = this.settings;
    if (!mail) return [];
    const { host, port } = mail.smtp;
    const problem = await this.smtp.problem(PATIENCE_MS);
    if (problem !== undefined) return [warning(`${host}:${port} takes no emails: ${problem}`)];
    const failed = await this.mails.count('failed');
    if (failed > 0)
      return [
        warning(
          `${failed === 1 ? '1 email has' : `${failed} emails have`} failed; send ${failed === 1 ? 'it' : 'them'} again, with another address where that is wrong.`,
        ),
      ];
    const oldest = await this.mails.findOldestPending();
    const hours = oldest === undefined ? 0 : Math.floor((Date.now() - oldest) / HOUR_MS);
    if (hours > 0) return [warning(`an email has waited for ${hours === 1 ? '1 hour' : `${hours} hours`}.`)];
    return [{ check: 'mail', status: 'ok', message: `${host}:${port} takes emails, and none has failed.` }];
  }
}

const warning = (message: string): Finding => ({ check: 'mail', status: 'warning', message });
