import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CUSTOMER_FIELDS } from '../../catalog/customers/customer-fields';
import { CustomerChanges } from '../../catalog/customers/customer-changes';
import { DeviceHashes } from '../../licensing/devices/device-hashes';
import type { StoredDevice } from '../../licensing/devices/device-row';
import { DevicesRepository } from '../../licensing/devices/devices.repository';
import { SeatCountsRepository } from '../../licensing/devices/seat-counts.repository';
import type { NewLicenseKey } from '../../licensing/license-keys/license-key-changes';
import { LICENSE_KEY_FIELDS } from '../../licensing/license-keys/license-key-fields';
import { LicenseKeyInsertion } from '../../licensing/license-keys/license-key-insertion';
import { newValues } from '../../platform/fields/records';
import { ROWS_A_STATEMENT } from '../../platform/database/insert-rows';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Transactions } from '../../platform/database/transactions';
import { commandLineActor } from '../command-line-actor';
import { type DemoKey, demoCustomer, demoKey } from './demo-keys';
import type { DemoSightings } from './demo-sightings';

const DEVICES_A_STATEMENT = 200;
const DEVICE_NAMES = ['Laptop', 'Office PC', 'Studio', 'Home', 'Build server'];

@Injectable()
export class DemoKeysWriter {
  constructor(
    private readonly transactions: Transactions,
    private readonly statements: StatementRunner,
    private readonly insertion: LicenseKeyInsertion,
    private readonly customers: CustomerChanges,
    private readonly devices: DevicesRepository,
    private readonly seatCounts: SeatCountsRepository,
    private readonly hashes: DeviceHashes,
  ) {}

  /** Writes the keys numbered `first` to `end` - 1. @returns record ids, and the number of devices */
  async write(
    first: number,
    end: number,
    sightings: DemoSightings,
    now: number,
  ): Promise<{ ids: number[]; devices: number }> {
    const plans = Array.from({ length: end - first }, (_, index) => demoKey(first + index, now));
    const rows = plans.map((plan, index) => toLicenseKey(plan, first + index, sightings));
    const actor = commandLineActor();
    const inserted = await this.transactions.run((transaction) => this.insertion.insert(transaction, actor, rows));
    const ids = inserted.map(({ id }) => id);
    await this.writeCustomers(first, end, now);
    const devices = plans.map((plan, index) => this.devicesOf(plan, first + index, ids[index], sightings));
    await this.writeDevices(devices.filter(({ length }) => length > 0));
    return { ids, devices: devices.flat().length };
  }

  /** A customer is known from the key with the same number on. */
  private async writeCustomers(first: number, end: number, now: number): Promise<void> {
    const known = Array.from({ length: end - first }, (_, index) => demoCustomer(first + index));
    const rows = known
      .filter((customer) => customer !== undefined)
      .map((customer) => ({ ...newValues(CUSTOMER_FIELDS, 'create', customer), uid: customer.uid, createdAt: now }));
    const actor = commandLineActor();
    for (let written = 0; written < rows.length; written += ROWS_A_STATEMENT) {
      const some = rows.slice(written, written + ROWS_A_STATEMENT);
      await this.transactions.run((transaction) => this.customers.insertAll(transaction, actor, some));
    }
  }

  /** Devices that were seen, numbered by when they were first seen. */
  private devicesOf(plan: DemoKey, key: number, keyId: number, sightings: DemoSightings): StoredDevice[] {
    return Array.from({ length: plan.devices }, (_, device) => ({ device, ...sightings.ofDevice(key, device) }))
      .filter(({ lastSeen }) => lastSeen > 0)
      .toSorted((a, b) => a.firstSeen - b.firstSeen)
      .map(({ device, firstSeen, lastSeen }, index) => {
        const address = plan.addressOf(device);
        const hash = this.hashes.hashOf(keyId, { device: `demo device ${device}`, address });
        const name = DEVICE_NAMES[(key + device) % DEVICE_NAMES.length];
        const times = { firstSeen, lastSeen, heldUntil: 0, refusedAt: null };
        return { keyId, id: index + 1, hash, name, address, hasSeat: true, ...times };
      });
  }

  private async writeDevices(byKey: readonly StoredDevice[][]): Promise<void> {
    const devices = byKey.flat();
    if (devices.length === 0) return;
    const counts = byKey.map(({ length, 0: { keyId } }) => {
      const after = { taken: length, lastDevice: length };
      return { keyId, before: undefined, after };
    });
    const writes = this.seatCounts.setting(counts);
    for (let first = 0; first < devices.length; first += DEVICES_A_STATEMENT) {
      writes.push(...this.devices.insertion(devices.slice(first, first + DEVICES_A_STATEMENT)));
    }
    await this.statements.transact([], () => ({ writes, result: undefined }));
  }
}

function toLicenseKey(plan: DemoKey, key: number, sightings: DemoSightings): NewLicenseKey {
  const { uid, pid, status, disabled, locked, ip, expiresAt, seats, leaseSeconds, order, note } = plan;
  return {
    ...newValues(LICENSE_KEY_FIELDS, 'import', {
      uid,
      pid,
      status,
      disabled,
      locked,
      // Pinned by the first check that passed.
      ip: locked && sightings.hasPassed(key) ? plan.addressOf(0) : ip,
      expiresAt: expiresAt ?? undefined,
      seats: seats ?? undefined,
      leaseSeconds: leaseSeconds ?? undefined,
      lastSeen: sightings.lastSeenOf(key),
      note,
      metadata: { order: String(order) },
    }),
    key: randomUUID(),
  };
}
