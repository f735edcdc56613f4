import { Injectable } from '@nestjs/common';
import { randomHandle } from '../../platform/database/random-handle';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import { LICENSE_KEY_NOT_FOUND } from '../../licensing/license-keys/license-keys.service';
import { LicenseKeysRepository } from '../../licensing/license-keys/license-keys.repository';
import { parseKeyReference } from '../../licensing/license-keys/key-reference';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { MailedKeys } from '../contents/mailed-keys';
import type { MailDto } from '../outbox/dto/mail.dto';
import { MailOutbox } from '../outbox/mail-outbox';
import { MailsRepository } from '../outbox/mails.repository';
import { toMailDto } from '../outbox/to-mail-dto';
import type { ResendMailDto } from './dto/mails.dto';
import { MAIL_OFF } from './mails.service';

export const NO_ADDRESS: Problem<'mail.noAddress'> = {
  code: 'mail.noAddress',
  message: 'The customer has no email address: give it one, or send "to".',
};

/** Emails license keys to their customers. */
@Injectable()
export class KeyMailsService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly mailedKeys: MailedKeys,
    private readonly customers: CustomersRepository,
    private readonly outbox: MailOutbox,
    private readonly mails: MailsRepository,
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  /** @throws {ApiError} 404; 409 if no emails are sent, or there is no address */
  async send(id: string, { to }: ResendMailDto, actor: Actor): Promise<MailDto> {
    if (!this.outbox.isOn) throw conflict(MAIL_OFF);
    const reference = parseKeyReference(id);
    const key = (await this.licenseKeys.find([reference]))(reference);
    if (!key) throw notFound(LICENSE_KEY_NOT_FOUND);
    const customer = await this.customers.findByUid(key.uuid);
    const recipient = to ?? customer?.email;
    if (!recipient) throw conflict(NO_ADDRESS);
    const followsCustomer = recipient === customer?.email;
    const keys = await this.mailedKeys.of([key]);
    const once = `key:${key.id}:${randomHandle()}`;
    await this.transactions.run(async (transaction) => {
      const { language } = customer ?? {};
      const addressed = { to: recipient, followsCustomer, language, customerUid: key.uuid, product: key.product };
      await this.outbox.append(transaction, [{ kind: 'resend', once, ...addressed, data: { keys } }]);
      const after = { kind: 'resend', licenseKey: key.id, isToAnotherAddress: !followsCustomer };
      const { id: targetId } = (await this.mails.within(transaction).findByOnce(once))!;
      await this.changes.within(transaction).append(actor, [{ action: 'create', targetType: 'mail', targetId, after }]);
    });
    return toMailDto((await this.mails.findByOnce(once))!);
  }
}
