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
export type WaitingMail = Pick<Mail, 'id' | 'kind' | 'uid' | 'createdAt'> & Told;

/** What is to be done with an email whose turn has come. */
export type Turn =
  | ({ readonly turn: 'send' } & Told)
  /** What it would tell is not so any more. */
  | { readonly turn: 'drop'; readonly why: string }
  /** Its customer is being moved or erased. */
  | { readonly turn: 'wait' };

/**
 * What emails tell, and whom, at the moment that they are sent. One may wait for days; a license key that was replaced, disabled
 * or given away since must not leave as it was, nor an email to an address that was corrected.
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
    // After what it explains was read: keys get another uid before emails do.
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
   * Whether an email that the mail server has had told what wasn't so any more when the transaction began, or went to an address
   * that was corrected by then. @param isTaken whether the mail server took it
   */
  async isOutdated(transaction: EntityManager, mail: WaitingMail, isTaken: boolean): Promise<boolean> {
    const told = JSON.parse(mail.data ?? '{}') as StoredData;
    if ((await this.recipientOf(mail, told, this.customers.within(transaction))) !== mail.recipient) return true;
    return isTaken && (await this.mailedKeys.haveOtherValues(transaction, keysIn(told), mail.uid));
  }

  /**
   * An email to be sent once more, with the license keys as they are now; those that are gone, or somebody else's by now, stay as
   * they were. @param to another address
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

  /** Those that aren't the customer's stay as they were told. */
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

/** Why a license key can't be told any more. What was asked for as it was told once is told so. */
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

/** With the days that are left, and a grace only while it lasts. */
function withTime(told: StoredData, at: number): StoredData {
  if ('days' in told && told.key.expiresAt !== undefined)
    return { ...told, days: Math.ceil((told.key.expiresAt - at) / DAY_MS) };
  if ('graceUntil' in told && told.graceUntil !== undefined && told.graceUntil <= at)
    return { ...told, graceUntil: undefined };
  return told;
}

const asTold = ({ id: _id, isDisabled: _isDisabled, ...told }: MailedKey): MailedKey => told;

const isSame = (one: string, other: string | null | undefined): boolean => one.toLowerCase() === other?.toLowerCase();
