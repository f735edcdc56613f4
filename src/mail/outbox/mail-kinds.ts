/** A license key as an email shows it. */
export interface MailedKey {
  /** Record id. Without one, the email repeats what it said. */
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
  /** How many devices may use the key; absent for any number. */
  readonly seats?: number;
  /** Milliseconds since the Unix epoch; absent for a key that never ends. */
  readonly expiresAt?: number;
}

interface DeliveredData {
  readonly keys: readonly MailedKey[];
  /** As the buyer knows the order. */
  readonly orderNumber?: string;
  /** The number of the invoice. */
  readonly invoice?: string;
}

interface ExpiringData {
  readonly key: MailedKey;
  /** Days left. */
  readonly days: number;
}

interface ExpiredData {
  readonly key: MailedKey;
  /** End of the grace, in milliseconds since the Unix epoch; absent without grace. */
  readonly graceUntil?: number;
}

interface RefundedData {
  /** The disabled keys. */
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

interface AddressChangeData {
  readonly code: string;
  readonly link: string;
  /** How long both are valid. */
  readonly minutes: number;
  /** The customer's new address. */
  readonly newAddress: string;
}

/** The data of each kind of email. */
export interface MailData {
  readonly delivered: DeliveredData;
  /** As `delivered`, for a request to send the keys again. */
  readonly resend: DeliveredData;
  readonly expiring: ExpiringData;
  readonly expired: ExpiredData;
  readonly refunded: RefundedData;
  readonly portalCode: PortalCodeData;
  /** One to the old and one to the new address, each with its own code. */
  readonly addressChange: AddressChangeData;
}

/** The stored data of an email. */
export type StoredData = MailData[MailKind] & {
  /** Whether it goes to the address that the customer has when it is sent. */
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
