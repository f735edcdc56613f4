import type { Rows } from '../../platform/database/statement-runner';
import type { Device } from './device.entity';

export type StoredDevice = Readonly<Omit<Device, 'key'>>;

/** A row of `DEVICE_COLUMNS`; both databases return flags as 0 and 1. */
export type DeviceRow = readonly [
  hash: string,
  name: string,
  address: string,
  keyId: number,
  id: number,
  hasSeat: number,
  firstSeen: number,
  lastSeen: number,
  heldUntil: number,
  refusedAt: number | null,
];

export const DEVICE_TEXTS = ['hash', 'name', 'address'];
export const DEVICE_NUMBERS = ['key_id', 'id', 'hasSeat', 'firstSeen', 'lastSeen', 'heldUntil', 'refusedAt'];
export const DEVICE_COLUMNS = [...DEVICE_TEXTS, ...DEVICE_NUMBERS].join(', ');

export function toDevice(row: DeviceRow): StoredDevice {
  const [hash, name, address, keyId, id, hasSeat, firstSeen, lastSeen, heldUntil, refusedAt] = row;
  return { keyId, id, hash, name, address, hasSeat: hasSeat === 1, firstSeen, lastSeen, heldUntil, refusedAt };
}

export function devicesByHash(rows: Rows): ReadonlyMap<string, StoredDevice> {
  return new Map((rows as readonly DeviceRow[]).map((row) => [row[0], toDevice(row)]));
}
