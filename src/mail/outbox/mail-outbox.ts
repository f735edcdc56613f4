import { Injectable } from '@nestjs/common';
import { randomHandle } from '../../platform/database/random-handle';
import type { EntityManager } from 'typeorm';
import { Settings } from '../../platform/settings/settings';
import type { Mail } from './mail.entity';
import type { MailData, MailKind } from './mail-kinds';
import { MailSwitches } from './mail-switches';
import { MailsRepository, type NewMailRow } from './mails.repository';

/** What a row of emails has room for, even with the longest names. */
const KEYS_A_MAIL = 30;

interface Addressed {
  /** Identifies the content, such as `delivered:4711`: at most 180 characters. The same is queued only once. */
  readonly once: string;
  /** An email address of at most 254 characters. */
  readonly to: string;
  /** Whether that is the customer's own address: the email then goes to the one that the customer has when it is sent. */
  readonly followsCustomer?: boolean;
  /** A tag such as `de`; English if it is unknown or there are no texts for it. */
  readonly language?: string | null;
  /** Lists the email at the customer, whose export and erasure include it. */
  readonly customerUid?: string | null;
  /** Id of the product: its templates are used, if it has any of its own. */
  readonly product?: number | null;
  /** Record id of the order. */
  readonly orderId?: number | null;
}

/** An email of any kind, with its data. */
export type NewMail = {
  [Kind in MailKind]: Addressed & { readonly kind: Kind; readonly data: MailData[Kind] };
}[MailKind];

/** Queues emails, in the transaction of what they are about. */
@Injectable()
export class MailOutbox {
  constructor(
    private readonly mails: MailsRepository,
    private readonly switches: MailSwitches,
    private readonly settings: Settings,
  ) {}

  /** Whether emails are sent. If not, none are queued: otherwise months of them would be sent once emails are set up. */
  get isOn(): boolean {
    return this.settings.mail !== undefined;
  }

  /** Queues emails; too many keys for one email are split into several. Does nothing unless `isOn`, and skips kinds that are switched off. */
  async append(transaction: EntityManager, mails: readonly NewMail[]): Promise<void> {
    if (!this.isOn || mails.length === 0) return;
    const isSent = await this.switches.within(transaction).ask(mails.map(({ kind }) => kind));
    const sent = mails.filter(({ kind, product = null }) => isSent(kind, product));
    if (sent.length === 0) return;
    const now = Date.now();
    const rows = sent.flatMap(inParts).map((mail) => toRow(mail, now));
    await this.mails.within(transaction).insert(rows);
  }

  /** Queues an email again as a new one, with a `Message-ID` that no mail server has seen. */
  repeat(
    transaction: EntityManager,
    { id: _id, ...mail }: Mail,
    changes: Pick<Mail, 'once' | 'recipient' | 'data'>,
  ): Promise<void> {
    const now = Date.now();
    const row = { ...mail, ...FRESH, ...changes, handle: randomHandle(), createdAt: now, dueAt: now };
    return this.mails.within(transaction).insert([row]);
  }
}

const FRESH = { state: 'pending', tries: 0, claim: null, endedAt: null, answer: null } as const;

function inParts(mail: NewMail): NewMail[] {
  if (!('keys' in mail.data) || mail.data.keys.length <= KEYS_A_MAIL) return [mail];
  const { keys } = mail.data;
  const count = Math.ceil(keys.length / KEYS_A_MAIL);
  return Array.from({ length: count }, (_, index) => ({
    ...mail,
    once: index === 0 ? mail.once : `${mail.once}#${index + 1}`,
    data: { ...mail.data, keys: keys.slice(index * KEYS_A_MAIL, (index + 1) * KEYS_A_MAIL) },
  })) as NewMail[];
}

function toRow(mail: NewMail, now: number): NewMailRow {
  return {
    once: mail.once,
    kind: mail.kind,
    recipient: mail.to,
    language: mail.language ?? null,
    uid: mail.customerUid ?? null,
    product: mail.product ?? null,
    orderId: mail.orderId ?? null,
    data: JSON.stringify({ ...mail.data, followsCustomer: mail.followsCustomer }),
    handle: randomHandle(),
    createdAt: now,
    dueAt: now,
    ...FRESH,
  };
}
