import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import type { Part } from '../../platform/database/one-moment';
import { retryConflicts } from '../../platform/database/retry-conflicts';
import { marks, type Read, type Write } from '../../platform/database/statement-runner';
import { DeviceChanges } from './device-changes';
import {
  DEVICE_COLUMNS,
  DEVICE_NUMBERS,
  DEVICE_TEXTS,
  type DeviceRow,
  type StoredDevice,
  toDevice,
} from './device-row';
import { Device } from './device.entity';

/** A seat that its device still has though neither a lease nor an offline license holds it any more. */
const LAPSED = 'hasSeat = 1 AND lastSeen <= ? AND heldUntil <= ?';

/** Where a list of devices goes on: behind the device with this id, which stood there. */
export type DevicePlace = Readonly<Pick<Device, 'hasSeat' | 'lastSeen' | 'id'>>;

/** Which of the devices that are found. */
interface Window {
  readonly skipped: number;
  readonly wanted: number;
}

/** Devices without a seat of which a license key has too many. */
export interface Surplus {
  readonly keyId: number;
  /** How many it keeps, those that were seen last. */
  readonly kept: number;
  /** About how many may be forgotten at once, those that were not seen for longest. */
  readonly most: number;
}

/** The one owner of the devices' table: nothing else reads or writes it. */
@Injectable()
export class DevicesRepository {
  constructor(
    @InjectRepository(Device) private readonly devices: Repository<Device>,
    private readonly readers: Readers,
  ) {}

  /** What changes the devices of a license key within a transaction that has locked the key. */
  within(transaction: EntityManager): DeviceChanges {
    return new DeviceChanges(transaction.withRepository(this.devices));
  }

  /** Whether there are any devices at all. */
  exist(): Promise<boolean> {
    return this.devices.exists();
  }

  /** Reads devices, for `devicesByHash`; for a transaction of a batch. */
  lookUp(hashes: readonly string[]): Part {
    const from = `FROM devices WHERE hash IN (${marks(hashes)})`;
    return { texts: DEVICE_TEXTS, numbers: DEVICE_NUMBERS, from, parameters: [...hashes] };
  }

  /**
   * Reads `[keyId]` of each device of some license keys whose seat has lapsed: it wasn't seen since a time, and
   * no offline license holds it now. Mostly there is none, and all the time goes into planning: MySQL is told the index, and is not
   * asked to count.
   */
  lapsed(keyIds: readonly number[], lastSeen: number, now: number): Part {
    return {
      hint: '/*+ INDEX(devices ix_devices_seen) */',
      texts: [],
      numbers: ['key_id'],
      from: `FROM devices WHERE key_id IN (${marks(keyIds)}) AND ${LAPSED}`,
      parameters: [...keyIds, lastSeen, now],
    };
  }

  /**
   * The statement that reads `[lastSeen, heldUntil]` of the devices of a license key that were not seen for longest, of those that
   * have a seat by their lease alone.
   * @param after only those that were seen after this time
   * @param except hashes of devices that don't count
   */
  longestUnseen(keyId: number, after: number, now: number, except: readonly string[], part: Window): Read {
    const { skipped, wanted } = part;
    return {
      sql: `SELECT lastSeen, heldUntil FROM devices WHERE key_id = ? AND hasSeat = 1 AND lastSeen > ? AND heldUntil <= ?${others(except)} ORDER BY lastSeen LIMIT ? OFFSET ?`,
      parameters: [keyId, after, now, ...except, wanted, skipped],
    };
  }

  /** The same of those whose seat an offline license holds besides. */
  longestUnseenOfHeld(keyId: number, after: number, now: number, except: readonly string[], wanted: number): Read {
    return {
      sql: `SELECT lastSeen, heldUntil FROM devices WHERE key_id = ? AND hasSeat = 1 AND lastSeen > ? AND heldUntil > ?${others(except)} ORDER BY heldUntil LIMIT ?`,
      parameters: [keyId, after, now, ...except, wanted],
    };
  }

  /** The statement that reads the same of the devices whose seat an offline license alone holds, by when the licenses end. */
  firstHoldEnds(keyId: number, now: number, except: readonly string[], wanted: number): Read {
    return {
      sql: `SELECT lastSeen, heldUntil FROM devices WHERE key_id = ? AND hasSeat = 1 AND lastSeen = 0 AND heldUntil > ?${others(except)} ORDER BY heldUntil LIMIT ?`,
      parameters: [keyId, now, ...except, wanted],
    };
  }

  /** The statement that adds devices; none where there are none. */
  insertion(devices: readonly StoredDevice[]): Write[] {
    if (devices.length === 0) return [];
    const rows = devices.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
    return [
      {
        sql: `INSERT INTO devices (${DEVICE_COLUMNS}) VALUES ${rows}`,
        parameters: devices.flatMap((device) => {
          const { keyId, id, hash, name, address, hasSeat, firstSeen, lastSeen, heldUntil } = device;
          return [hash, name, address, keyId, id, Number(hasSeat), firstSeen, lastSeen, heldUntil];
        }),
      },
    ];
  }

  /** The statement that takes away the seats of a license key that have lapsed: so many, as `lapsed` finds. */
  eviction(keyId: number, lastSeen: number, now: number, count: number): Write {
    return {
      sql: `UPDATE devices SET hasSeat = 0 WHERE key_id = ? AND ${LAPSED}`,
      parameters: [keyId, lastSeen, now],
      affects: count,
    };
  }

  /** The statement that gives devices without a seat one again. */
  returning(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const sql = `UPDATE devices SET hasSeat = 1, lastSeen = ? WHERE hash IN (${marks(hashes)}) AND hasSeat = 0`;
    return [{ sql, parameters: [now, ...hashes], affects: hashes.length }];
  }

  /**
   * The statement that notes that devices with a seat were seen. For one that has lost it meanwhile a null would be written,
   * which fails by itself, so that all is judged again; a count of rows would cost a round trip.
   */
  sightings(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const seen = 'CASE WHEN hasSeat = 0 THEN NULL WHEN lastSeen < ? THEN ? ELSE lastSeen END';
    const sql = `UPDATE devices SET lastSeen = ${seen} WHERE hash IN (${marks(hashes)})`;
    return [{ sql, parameters: [now, now, ...hashes] }];
  }

  /** The statement that takes the seats of devices away; of none that an offline license holds, be it since a moment ago. */
  releases(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const sql = `UPDATE devices SET hasSeat = 0 WHERE hash IN (${marks(hashes)}) AND hasSeat = 1 AND heldUntil <= ?`;
    return [{ sql, parameters: [...hashes, now], affects: hashes.length }];
  }

  /** The statement that notes that devices were seen which have given their seat back since. */
  partings(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const seen = 'CASE WHEN lastSeen < ? THEN ? ELSE lastSeen END';
    const sql = `UPDATE devices SET lastSeen = ${seen} WHERE hash IN (${marks(hashes)})`;
    return [{ sql, parameters: [now, now, ...hashes] }];
  }

  /**
   * The statement that ends the leases of devices whose seats offline licenses hold: they are free when those end. Where one holds
   * none any more, it fails as `sightings` does.
   */
  retirements(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const sql = `UPDATE devices SET lastSeen = CASE WHEN hasSeat = 0 OR heldUntil <= ? THEN NULL ELSE 0 END WHERE hash IN (${marks(hashes)})`;
    return [{ sql, parameters: [now, ...hashes] }];
  }

  /** The statements that note what devices are called and where they are, of those where that has changed. */
  descriptions(devices: readonly Pick<Device, 'hash' | 'name' | 'address'>[]): Write[] {
    return devices.map(({ hash, name, address }) => ({
      sql: 'UPDATE devices SET name = ?, address = ? WHERE hash = ?',
      parameters: [name, address, hash],
    }));
  }

  /** The statements that forget devices without a seat of which there are too many. */
  trimming(surpluses: readonly Surplus[]): Write[] {
    return surpluses.map(({ keyId, kept, most }) => ({
      sql: `DELETE FROM devices WHERE key_id = ? AND hasSeat = 0 AND lastSeen <= ${seenAt('DESC')} AND lastSeen <= COALESCE(${seenAt('ASC')}, ?)`,
      parameters: [keyId, keyId, kept, keyId, most, Number.MAX_SAFE_INTEGER],
    }));
  }

  /** The devices of a license key: those with a seat before those without, newest seen first. */
  async findNewest(keyId: number, limit: number, after: DevicePlace | undefined): Promise<StoredDevice[]> {
    const behind = 'hasSeat < ? OR (hasSeat = ? AND (lastSeen < ? OR (lastSeen = ? AND id < ?)))';
    const { hasSeat, lastSeen = 0, id = 0 } = after ?? {};
    const seat = Number(hasSeat);
    const rows = await this.readers.pages.read<DeviceRow>({
      sql: `SELECT ${DEVICE_COLUMNS} FROM devices WHERE key_id = ?${after ? ` AND (${behind})` : ''} ORDER BY hasSeat DESC, lastSeen DESC, id DESC LIMIT ?`,
      parameters: [keyId, ...(after ? [seat, seat, lastSeen, lastSeen, id] : []), limit],
    });
    return rows.map(toDevice);
  }

  /** Those of some devices that were seen after `latest`, a time to come, were seen now. */
  async rewind(devices: readonly Pick<StoredDevice, 'hash'>[], latest: number, now: number): Promise<void> {
    const hash = In(devices.map((device) => device.hash));
    await retryConflicts(() => this.devices.update({ hash, lastSeen: MoreThan(latest) }, { lastSeen: now }));
  }

  /** The devices that follow one in the order of license keys and ids, for their retention. */
  async findNext({ keyId, id }: Pick<StoredDevice, 'keyId' | 'id'>, limit: number): Promise<StoredDevice[]> {
    const order = { keyId: 'ASC', id: 'ASC' } as const;
    // Two questions that an index answers; an `OR` of them would read the whole table.
    const ofKey = await this.devices.find({ where: { keyId, id: MoreThan(id) }, order, take: limit });
    const take = limit - ofKey.length;
    if (take === 0) return ofKey;
    return [...ofKey, ...(await this.devices.find({ where: { keyId: MoreThan(keyId) }, order, take }))];
  }
}

function others(except: readonly string[]): string {
  return except.length > 0 ? ` AND hash NOT IN (${marks(except)})` : '';
}

/** When a device without a seat of a license key was seen, after so many others. Its rows by their ids would make MariaDB look at each of the key's. */
function seenAt(order: 'ASC' | 'DESC'): string {
  return `(SELECT lastSeen FROM (SELECT lastSeen FROM devices WHERE key_id = ? AND hasSeat = 0 ORDER BY lastSeen ${order} LIMIT 1 OFFSET ?) AS seen)`;
}
