/** A license key as an email shows it. */
export interface MailedKey {
  /** Record id. Without one, it is told as it was told once. */
  readonly id?: number;
  /** Whether it was disabled when the email was queued. */
  readonly isDisabled?: boolean;
  /** In full. */
  readonly key: string;
  /** Whether its checks pass only where test keys are accepted. */
  readonly isTest?: boolean;
  /** The name of the product. */
  readonly product: string;
  /** The name of the plan, if the key has one. */
  readonly plan?: string;
  /** How many devices may use the key; left out for any number. */
  readonly seats?: number;
  /** Milliseconds since the Unix epoch; left out for a key that does not end. */
  readonly expiresAt?: number;
}

export interface DeliveredData {
  readonly keys: readonly MailedKey[];
  /** As the buyer knows the order. */
  readonly orderNumber?: string;
  /** The number of the invoice. */
  readonly invoice?: string;
}

export interface ExpiringData {
  readonly key: MailedKey;
  /** How many days are left. */
  readonly days: number;
}

export interface ExpiredData {
  readonly key: MailedKey;
  /** Until when the key passes all the same, in milliseconds since the Unix epoch; left out without grace. */
  readonly graceUntil?: number;
}

export interface RefundedData {
  /** Those that were disabled. */
  readonly keys: readonly MailedKey[];
  readonly orderNumber?: string;
  readonly invoice?: string;
}

export interface PortalCodeData {
  /** What the customer types in. */
  readonly code: string;
  readonly link: string;
  /** How long both are valid. */
  readonly minutes: number;
}

export interface AddressChangeData {
  readonly code: string;
  readonly link: string;
  /** How long both are valid. */
  readonly minutes: number;
  /** The address that the customer wants from now on. */
  readonly newAddress: string;
}

/** What each kind of mail tells. */
export interface MailData {
  readonly delivered: DeliveredData;
  /** As `delivered`: somebody asked for the keys once more. */
  readonly resend: DeliveredData;
  readonly expiring: ExpiringData;
  readonly expired: ExpiredData;
  readonly refunded: RefundedData;
  readonly portalCode: PortalCodeData;
  /** To the old address and to the new one, each with a code of its own. */
  readonly addressChange: AddressChangeData;
}

/** What is kept of an email. */
export type StoredData = MailData[MailKind] & {
  /** Whether it goes to the address that its customer has when it is sent. */
  readonly followsCustomer?: boolean;
};

export const MAIL_KINDS = [
  'delivered',
  'resend',
  'expiring',
  'expired',
  'refunded',
  'portalCode',
  'addressChange',
] as const satisfies readonly (keyof MailData)[];
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_STATES = ['pending', 'sent', 'failed', 'replaced', 'obsolete'] as const;
export type MailState = (typeof MAIL_STATES)[number];
