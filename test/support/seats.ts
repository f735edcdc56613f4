import type { ApiClient } from './api-client';
import { createLicenseKey, type CreatedLicenseKey } from './license-keys';
import { runSql } from './run-sql';
import { type Scenario, startScenario } from './scenario';
import type { TestDatabase } from './test-database';

/** The shortest lease. */
export const LEASE_SECONDS = 60;
export const LEASE_MS = 1000 * LEASE_SECONDS;

/** A device as the service lists it. */
export interface ListedDevice {
  readonly id: number;
  readonly name: string;
  readonly hasSeat: boolean;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly leaseUntil?: number;
  readonly refusedAt?: number;
}

/** The answer to a check of a license key with seats. */
export interface SeatAnswer {
  readonly status: string;
  readonly pass: boolean;
  readonly seats: { readonly of: number; readonly taken: number };
  readonly device?: { readonly id: number; readonly leaseUntil?: number };
  readonly freeAt?: number;
}

/** Programs on devices, and the operator who looks at them. */
export class SeatClient {
  constructor(
    private readonly admin: ApiClient,
    private readonly database: TestDatabase,
  ) {}

  create(fields: object = {}): Promise<CreatedLicenseKey> {
    return createLicenseKey(this.admin, fields);
  }

  async check({ key }: CreatedLicenseKey, device?: string, more: object = {}): Promise<SeatAnswer> {
    return (await this.admin.post('/api/check', { id: key, device, ...more })).body as SeatAnswer;
  }

  async release({ key }: CreatedLicenseKey, device?: string, more: object = {}): Promise<SeatAnswer> {
    return (await this.admin.post('/api/check/release', { id: key, device, ...more })).body as SeatAnswer;
  }

  async devicesOf({ id }: CreatedLicenseKey): Promise<ListedDevice[]> {
    return (await this.admin.get(`/api/keys/${id}/devices`)).body as ListedDevice[];
  }

  /** As if the offline licenses of a license key ended now. */
  async endLicenses({ id }: CreatedLicenseKey): Promise<void> {
    await runSql(this.database, `UPDATE devices SET heldUntil = 1 WHERE key_id = ${id}`);
  }

  /** As if the devices of a license key, or one of them, had been seen so much earlier. */
  async age({ id }: CreatedLicenseKey, milliseconds: number, device?: number): Promise<void> {
    const ofDevice = device === undefined ? '' : ` AND id = ${device}`;
    await runSql(
      this.database,
      `UPDATE devices SET firstSeen = firstSeen - ${milliseconds}, lastSeen = lastSeen - ${milliseconds} WHERE key_id = ${id}${ofDevice}`,
    );
  }
}

/** A service that seems to have been there for ever: else the time before it would be an outage, which prolongs leases. */
export async function startSeats(
  environment: Record<string, string> = {},
): Promise<{ scenario: Scenario; seats: SeatClient }> {
  const scenario = await startScenario(environment);
  await runSql(scenario.database, `INSERT INTO service_periods (startedAt, endedAt) VALUES (0, ${Date.now()})`);
  return { scenario, seats: new SeatClient(scenario.admin, scenario.database) };
}
