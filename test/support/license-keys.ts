import type { ApiClient } from './api-client';
import { unique } from './scenario';

export interface CreatedLicenseKey {
  readonly id: number;
  readonly key: string;
}

interface LoggedCheck {
  readonly ip: string;
  readonly details: string;
  readonly status: string;
}

/** The product of the keys that tests make, and one that none of them is for. */
export const PRODUCT = 6;
export const OTHER_PRODUCT = 9;
/** A license key that nobody has. */
export const UNKNOWN_KEY = '00000000-0000-4000-8000-000000000000';

/** Creates a license key through the API. */
export async function createLicenseKey(admin: ApiClient, fields: object = {}): Promise<CreatedLicenseKey> {
  const response = await admin.post('/api/keys', { uid: unique('user'), pid: PRODUCT, ...fields });
  if (response.status !== 201) throw new Error(`No license key was created: ${response.text}`);
  return response.body as CreatedLicenseKey;
}

/** The logs of a license key, newest first; none where the API says so. */
export async function logsOf(admin: ApiClient, { id }: CreatedLicenseKey): Promise<LoggedCheck[]> {
  const { status, body } = await admin.get(`/api/keys/${id}/logs`);
  return status === 404 ? [] : (body as LoggedCheck[]);
}

export async function lastSeenOf(admin: ApiClient, { id }: CreatedLicenseKey): Promise<number> {
  return (await admin.get(`/api/keys/${id}`)).body.lastSeen as number;
}
