import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import { CustomerTasksRepository } from '../../licensing/customer-data/customer-tasks.repository';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import type { Mail } from '../outbox/mail.entity';
import type { MailedKey, StoredData } from '../outbox/mail-kinds';
import { MailsRepository } from '../outbox/mails.repository';
import { MailedKeys } from './mailed-keys';

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];

type Told = Pick<Mail, 'recipient' | 'data'>;
type WaitingMail = Pick<Mail, 'id' | 'kind' | 'uid' | 'createdAt'> & Told;

/** What to do with an email that is due. */
type Turn =
  | ({ readonly turn: 'send' } & Told)
  /** What it says is no longer true. */
  | { readonly turn: 'drop'; readonly why: string }
  /** Its customer is being moved or erased. */
  | { readonly turn: 'wait' };

/**
 * Decides what an email says, and to whom, at the moment it is sent. An email may wait for days; it must not contain a
 * license key that has been replaced, disabled or given away, nor go to an outdated address.
 */
@Injectable()
export class MailContents {
  constructor(
    private readonly mailedKeys: MailedKeys,
    private readonly customers: CustomersRepository,
    private readonly tasks: CustomerTasksRepository,
    private readonly mails: MailsRepository,
  ) {}

  /** @param at in milliseconds since the Unix epoch */
  async now(mail: WaitingMail, at: number): Promise<Turn> {
    const told = JSON.parse(mail.data ?? '{}') as StoredData;
    const mailed = keysIn(told);
    const keys = await this.mailedKeys.find(mailed);
    const recipient = await this.recipientOf(mail, told);
    // After the email's data was read: a move gives keys another uid before emails.
    if (mail.uid !== null && (await this.isMoving(mail.id, mail.uid))) return { turn: 'wait' };
    if ('code' in told && at >= mail.createdAt + told.minutes * MINUTE_MS) return drop('The code had ended');
    const reasons = mailed.map((each, index) => whyNot(each, keys[index], mail));
    const [reason] = reasons;
    if (mailed.length > 0 && reasons.every((each) => each !== undefined)) return drop(reason!);
    const shown = await this.shown(mailed, keys, mail.uid);
    const left = shown.filter((_, index) => reasons[index] === undefined);
    const current = withKeys(told, left);
    if ('key' in current && current.key.expiresAt !== undefined) {
      const isOver = current.key.expiresAt <= at;
      if (isOver !== (mail.kind === 'expired')) return drop(isOver ? 'The license key had ended' : RENEWED);
    }
    return { turn: 'send', recipient, data: mail.data === null ? null : JSON.stringify(withTime(current, at)) };
  }

  /**
   * Whether an email that the mail server accepted was outdated when the transaction began: its content, or its
   * address. @param isTaken whether the mail server accepted it
   */
  async isOutdated(transaction: EntityManager, mail: WaitingMail, isTaken: boolean): Promise<boolean> {
    const told = JSON.parse(mail.data ?? '{}') as StoredData;
    if ((await this.recipientOf(mail, told, this.customers.within(transaction))) !== mail.recipient) return true;
    return isTaken && (await this.mailedKeys.haveOtherValues(transaction, keysIn(told), mail.uid));
  }

  /**
   * Data for sending an email again, with the license keys as they are now; keys that are gone or belong to somebody
   * else stay as they were. @param to another address
   */
  async again({ uid, recipient, data }: WaitingMail, to?: string): Promise<Told> {
    const told = JSON.parse(data ?? '{}') as StoredData;
    const customer = uid === null ? null : await this.customers.findByUid(uid);
    const address = to ?? (told.followsCustomer ? customer?.email : undefined) ?? recipient;
    if (data === null) return { recipient: address, data };
    const mailed = keysIn(told);
    const current = withKeys(told, await this.shown(mailed, await this.mailedKeys.find(mailed), uid));
    const followsCustomer = isSame(address, customer?.email);
    return { recipient: address, data: JSON.stringify({ ...current, followsCustomer }) };
  }

  private async recipientOf(
    { uid, recipient }: WaitingMail,
    { followsCustomer }: StoredData,
    customers = this.customers,
  ): Promise<string> {
    const email = followsCustomer && uid !== null ? (await customers.findByUid(uid))?.email : undefined;
    return !email || isSame(email, recipient) ? recipient : email;
  }

  private async isMoving(id: number, uid: string): Promise<boolean> {
    return (await this.tasks.isUnderWay(uid)) || (await this.mails.findById(id))?.uid !== uid;
  }

  /** Keys that aren't the customer's stay as they were. */
  private async shown(
    mailed: readonly MailedKey[],
    keys: readonly (LicenseKey | undefined)[],
    uid: string | null,
  ): Promise<MailedKey[]> {
    const own = keys.filter((key) => key !== undefined).filter(({ uuid }) => uuid === uid);
    const current = new Map((await this.mailedKeys.of(own)).map((each, index) => [own[index], each]));
    return keys.map((key, index) => (key && current.get(key)) ?? asTold(mailed[index]));
  }
}

const RENEWED = 'The license key has another end by now';
const drop = (why: string): Turn => ({ turn: 'drop', why: `${why}, so this was not sent.` });

function keysIn(told: StoredData): readonly MailedKey[] {
  if ('keys' in told) return told.keys;
  return 'key' in told ? [told.key] : [];
}

function withKeys(told: StoredData, keys: readonly MailedKey[]): StoredData {
  if ('keys' in told) return { ...told, keys };
  return 'key' in told ? { ...told, key: keys[0] } : told;
}

/** Why a license key may no longer be sent; undefined if it may. Requested emails repeat what was sent before. */
function whyNot(
  { id, isDisabled, expiresAt }: MailedKey,
  key: LicenseKey | undefined,
  { kind, uid }: WaitingMail,
): string | undefined {
  if (id === undefined) return undefined;
  if (!key) return 'The license key was deleted';
  if (key.uuid !== uid) return 'The license key is another customer’s by now';
  if (key.disabled !== isDisabled) return `The license key was ${key.disabled ? 'disabled' : 'enabled again'}`;
  const isAboutEnd = kind === 'expiring' || kind === 'expired';
  return isAboutEnd && (key.expiresAt ?? undefined) !== expiresAt ? RENEWED : undefined;
}

/** With the days that are left; grace only while it lasts. */
function withTime(told: StoredData, at: number): StoredData {
  if ('days' in told && told.key.expiresAt !== undefined)
    return { ...told, days: Math.ceil((told.key.expiresAt - at) / DAY_MS) };
  if ('graceUntil' in told && told.graceUntil !== undefined && told.graceUntil <= at)
    return { ...told, graceUntil: undefined };
  return told;
}

const asTold = ({ id: _id, isDisabled: _isDisabled, ...told }: MailedKey): MailedKey => told;

const isSame = (one: string, other: string | null | undefined): boolean => one.toLowerCase() === other?.toLowerCase();
