/** A record as the API shows it; absent values are those that it hasn't. */
export interface LicenseKeyRecord {
  readonly id: number;
  /** Of the customer. */
  readonly uuid: string;
  readonly product: number;
  /** Shortened, unless the webhook or the request asks for `keys=full`. */
  readonly key: string;
  readonly disabled: boolean;
  /** Milliseconds since the Unix epoch; absent if it never ends. */
  readonly expiresAt?: number;
  readonly seats?: number;
  readonly [field: string]: unknown;
}

export interface DeviceRecord {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly hasSeat: boolean;
  readonly [field: string]: unknown;
}

/** A meter that has come to its limit. */
export interface ReachedMeter {
  readonly name: string;
  readonly limit: number;
  readonly period: string;
  readonly used: number;
  /** Milliseconds since the Unix epoch, as is `resetsAt`. */
  readonly startsAt: number;
  readonly resetsAt?: number;
}

type Fields = Readonly<Record<string, unknown>>;
type About<Name extends string, Record_ = Fields> = { readonly [Each in Name]: Record_ };
/** The former values of what changed; null where there was none. */
interface Changed {
  readonly previous: Fields;
}
type OfKey = About<'licenseKey', LicenseKeyRecord>;
type OfDevice = OfKey & About<'device', DeviceRecord>;

/** What each type says. An event of more than 20 kB has only the record's `id`, and `isShortened`. */
export interface EventData {
  readonly 'licenseKey.created': OfKey;
  readonly 'licenseKey.updated': OfKey & Changed;
  readonly 'licenseKey.disabled': OfKey & Changed;
  readonly 'licenseKey.enabled': OfKey & Changed;
  readonly 'licenseKey.deleted': OfKey;
  readonly 'licenseKey.expiring': OfKey & { readonly days: number };
  readonly 'licenseKey.expired': OfKey;
  readonly 'licenseKey.firstUsed': OfKey & { readonly status: string };
  readonly 'licenseKey.begun': OfKey;
  readonly 'licenseKey.renewed': OfKey & Changed;
  readonly 'trial.started': OfKey;
  readonly 'uses.limitReached': OfKey & { readonly meter: ReachedMeter };
  readonly 'uses.withdrawn': OfKey & { readonly use: Fields };
  readonly 'device.seated': OfDevice;
  readonly 'device.refused': OfDevice;
  /** `device` if it was one, `seatsTaken` if all were released at once. */
  readonly 'device.released': OfKey & Changed & { readonly device?: DeviceRecord; readonly seatsTaken?: number };
  readonly 'license.issued': OfKey & About<'license'>;
  readonly 'customer.created': About<'customer'>;
  readonly 'customer.updated': About<'customer'> & Changed;
  readonly 'customer.deleted': About<'customer'>;
  readonly 'product.created': About<'product'>;
  readonly 'product.updated': About<'product'> & Changed;
  readonly 'product.deleted': About<'product'>;
  readonly 'plan.created': About<'plan'>;
  readonly 'plan.updated': About<'plan'> & Changed;
  readonly 'plan.deleted': About<'plan'>;
  readonly 'order.created': About<'order'>;
  readonly 'order.updated': About<'order'> & Changed;
  readonly 'order.waiting': About<'order'> & Changed;
  readonly 'release.created': About<'release'>;
  readonly 'release.updated': About<'release'> & Changed;
  readonly 'release.deleted': About<'release'>;
  readonly 'link.created': About<'link'>;
  readonly 'link.updated': About<'link'> & Changed;
  readonly 'link.deleted': About<'link'>;
  readonly 'link.ended': About<'link'> & { readonly endedBy: 'expiresAt' | 'maxVisits' };
  readonly 'domain.created': About<'domain'>;
  readonly 'domain.updated': About<'domain'> & Changed;
  readonly 'domain.deleted': About<'domain'>;
  readonly 'apiKey.created': About<'apiKey'>;
  readonly 'apiKey.updated': About<'apiKey'> & Changed;
  readonly 'apiKey.rotated': About<'apiKey'> & Changed;
  readonly 'apiKey.revoked': About<'apiKey'> & Changed;
  readonly 'signingKey.rotated': About<'keySet'> & Changed;
  readonly 'signingKey.revoked': About<'keySet'> & Changed;
  readonly 'bulkChange.ended': About<'bulkChange'>;
  readonly 'import.ended': About<'import'>;
  readonly 'webhook.disabled': About<'webhook'> & Changed;
  readonly 'mail.failed': About<'mail'>;
}

export type EventType = keyof EventData;
