import type { MailData, MailedKey, MailKind } from '../outbox/mail-kinds';

/** What templates can use besides `MailData`, in the email's language. */
export interface MailView {
  readonly [name: string]: unknown;
}

/** What all emails of a service can contain. */
export interface Sender {
  /** The vendor's name. */
  readonly vendor: string;
  /** Where customers see and manage their keys; undefined without a portal. */
  readonly portalUrl: string | undefined;
}

/** @param language a tag; dates are in this language, and in UTC */
export function viewOf(data: MailData[MailKind], sender: Sender, language: string): MailView {
  const date = dateFormat(language);
  const keyView = (each: MailedKey) => ({
    ...each,
    // Explicit, because Mustache looks in outer contexts for missing values.
    isTest: each.isTest ?? false,
    plan: each.plan ?? '',
    seats: each.seats ?? '',
    isOneSeat: each.seats === 1,
    expires: each.expiresAt === undefined ? '' : date.format(each.expiresAt),
  });
  const view: Record<string, unknown> = { ...data, ...sender };
  if ('key' in data) view.key = keyView(data.key);
  if ('keys' in data) {
    view.keys = data.keys.map(keyView);
    view.isOne = data.keys.length === 1;
    view.products = [...new Set(data.keys.map(({ product }) => product))].join(', ');
  }
  if ('newAddress' in data) view.hours = Math.round(data.minutes / 60);
  if ('days' in data) view.isOneDay = data.days === 1;
  if ('graceUntil' in data && data.graceUntil !== undefined) view.grace = date.format(data.graceUntil);
  return view;
}

function dateFormat(language: string): Intl.DateTimeFormat {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  try {
    return new Intl.DateTimeFormat(language, options);
  } catch {
    // Not a known language tag.
    return new Intl.DateTimeFormat('en', options);
  }
}
