import type { Rows } from '../../platform/database/statement-runner';
import type { Device } from './device.entity';

/** A device as it is stored. */
export type StoredDevice = Readonly<Omit<Device, 'key'>>;

/** A row of `DEVICE_COLUMNS`; both databases hand flags over as 0 and 1. */
export type DeviceRow = readonly [
  keyId: number,
  id: number,
  hash: string,
  name: string,
  address: string,
  hasSeat: number,
  firstSeen: number,
  lastSeen: number,
  heldUntil: number,
];

export const DEVICE_COLUMNS = 'key_id, id, hash, name, address, hasSeat, firstSeen, lastSeen, heldUntil';

export function toDevice(row: DeviceRow): StoredDevice {
  const [keyId, id, hash, name, address, hasSeat, firstSeen, lastSeen, heldUntil] = row;
  return { keyId, id, hash, name, address, hasSeat: hasSeat === 1, firstSeen, lastSeen, heldUntil };
}

/** The devices in the rows that a look-up found, by their hashes. */
export function devicesByHash(rows: Rows): ReadonlyMap<string, StoredDevice> {
  return new Map((rows as readonly DeviceRow[]).map((row) => [row[2], toDevice(row)]));
}
