import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import type { Part } from '../../platform/database/one-moment';
import { retryConflicts } from '../../platform/database/retry-conflicts';
import { marks, type Read, type Write } from '../../platform/database/statement-runner';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import { KINDS } from '../../platform/search-index/worded';
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
import { deviceWords, IS_GONE } from './device-words';
import { SeatCountsRepository } from './seat-counts.repository';

/** Current name and address of a device; unchanged ones are omitted. */
export type Description = Pick<Device, 'hash'> & Partial<Pick<Device, 'name' | 'address'>>;

/** Has a seat, but neither a lease nor an offline license. */
const EXPIRED = 'hasSeat = 1 AND lastSeen <= ? AND heldUntil <= ?';

/** The sort keys of the last device on a page. */
export type DeviceCursor = Readonly<Pick<Device, 'hasSeat' | 'lastSeen' | 'id'>>;

interface Window {
  readonly skipped: number;
  readonly wanted: number;
}

export interface Surplus {
  readonly keyId: number;
  /** How many devices without a seat to keep, most recently seen first. */
  readonly kept: number;
  /** Roughly the most to delete at once, longest unseen first. */
  readonly most: number;
}

@Injectable()
export class DevicesRepository {
  constructor(
    @InjectRepository(Device) private readonly devices: Repository<Device>,
    private readonly readers: Readers,
    private readonly counts: SeatCountsRepository,
    private readonly words: SearchWordsRepository,
  ) {}

  /** For a transaction that has locked the license key. */
  within(transaction: EntityManager): DeviceChanges {
    const words = this.words.within(transaction);
    return new DeviceChanges(transaction.withRepository(this.devices), this.counts.within(transaction), words);
  }

  /** Devices of license keys, and how many of them have a seat: seen after `lastSeen`, or held by an offline license. */
  async count(keyIds: readonly number[], lastSeen: number, now: number): Promise<{ devices: number; seats: number }> {
    const hasSeat = 'CASE WHEN hasSeat = 1 AND (lastSeen > ? OR heldUntil > ?) THEN 1 ELSE 0 END';
    const [[devices, seats]] = await this.readers.pages.read<readonly [number, number | string | null]>({
      sql: `SELECT COUNT(*), SUM(${hasSeat}) FROM devices WHERE key_id IN (${marks(keyIds)})`,
      parameters: [lastSeen, now, ...keyIds],
    });
    return { devices, seats: Number(seats ?? 0) };
  }

  exist(): Promise<boolean> {
    return this.devices.exists();
  }

  lookUp(hashes: readonly string[]): Part {
    const from = `FROM devices WHERE hash IN (${marks(hashes)})`;
    return { texts: DEVICE_TEXTS, numbers: DEVICE_NUMBERS, from, parameters: [...hashes] };
  }

  /** `[keyId]` per device whose lease has expired. Usually there are none, so the hint spares MySQL the planning. */
  expired(keyIds: readonly number[], lastSeen: number, now: number): Part {
    return {
      hint: '/*+ INDEX(devices ix_devices_seen) */',
      texts: [],
      numbers: ['key_id'],
      from: `FROM devices WHERE key_id IN (${marks(keyIds)}) AND ${EXPIRED}`,
      parameters: [...keyIds, lastSeen, now],
    };
  }

  /** `[lastSeen, heldUntil]` of devices seated by lease alone, longest unseen first. @param except hashes */
  longestUnseen(keyId: number, after: number, now: number, except: readonly string[], part: Window): Read {
    const { skipped, wanted } = part;
    return {
      sql: `SELECT lastSeen, heldUntil FROM devices WHERE key_id = ? AND hasSeat = 1 AND lastSeen > ? AND heldUntil <= ?${others(except)} ORDER BY lastSeen LIMIT ? OFFSET ?`,
      parameters: [keyId, after, now, ...except, wanted, skipped],
    };
  }

  longestUnseenOfHeld(keyId: number, after: number, now: number, except: readonly string[], wanted: number): Read {
    return {
      sql: `SELECT lastSeen, heldUntil FROM devices WHERE key_id = ? AND hasSeat = 1 AND lastSeen > ? AND heldUntil > ?${others(except)} ORDER BY heldUntil LIMIT ?`,
      parameters: [keyId, after, now, ...except, wanted],
    };
  }

  firstHoldEnds(keyId: number, now: number, except: readonly string[], wanted: number): Read {
    return {
      sql: `SELECT lastSeen, heldUntil FROM devices WHERE key_id = ? AND hasSeat = 1 AND lastSeen = 0 AND heldUntil > ?${others(except)} ORDER BY heldUntil LIMIT ?`,
      parameters: [keyId, now, ...except, wanted],
    };
  }

  /** Includes the search words of their names. */
  insertion(devices: readonly StoredDevice[]): Write[] {
    if (devices.length === 0) return [];
    const rows = devices.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
    return [
      ...this.words.insertions(devices.map(deviceWords)),
      {
        sql: `INSERT INTO devices (${DEVICE_COLUMNS}) VALUES ${rows}`,
        parameters: devices.flatMap((device) => {
          const { keyId, id, hash, name, address, hasSeat, firstSeen, lastSeen, heldUntil, refusedAt } = device;
          return [hash, name, address, keyId, id, Number(hasSeat), firstSeen, lastSeen, heldUntil, refusedAt];
        }),
      },
    ];
  }

  eviction(keyId: number, lastSeen: number, now: number, count: number): Write {
    return {
      sql: `UPDATE devices SET hasSeat = 0 WHERE key_id = ? AND ${EXPIRED}`,
      parameters: [keyId, lastSeen, now],
      affects: count,
    };
  }

  returns(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const first = 'CASE WHEN firstSeen = 0 THEN ? ELSE firstSeen END';
    const sql = `UPDATE devices SET hasSeat = 1, firstSeen = ${first}, lastSeen = ? WHERE hash IN (${marks(hashes)}) AND hasSeat = 0`;
    return [{ sql, parameters: [now, now, ...hashes], affects: hashes.length }];
  }

  /** A device that lost its seat meanwhile gets null, which fails and is judged again; counting costs a round trip. */
  renewals(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const seen = 'CASE WHEN hasSeat = 0 THEN NULL WHEN lastSeen < ? THEN ? ELSE lastSeen END';
    const sql = `UPDATE devices SET lastSeen = ${seen} WHERE hash IN (${marks(hashes)})`;
    return [{ sql, parameters: [now, now, ...hashes] }];
  }

  /** Skips seats that an offline license has come to hold. */
  releases(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const sql = `UPDATE devices SET hasSeat = 0 WHERE hash IN (${marks(hashes)}) AND hasSeat = 1 AND heldUntil <= ?`;
    return [{ sql, parameters: [...hashes, now], affects: hashes.length }];
  }

  /** Updates `lastSeen` of devices that were seen and gave back their seat in one batch. */
  sightings(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const first = 'CASE WHEN firstSeen = 0 THEN ? ELSE firstSeen END';
    const seen = 'CASE WHEN lastSeen < ? THEN ? ELSE lastSeen END';
    const sql = `UPDATE devices SET firstSeen = ${first}, lastSeen = ${seen} WHERE hash IN (${marks(hashes)})`;
    return [{ sql, parameters: [now, now, now, ...hashes] }];
  }

  /** For devices that are listed already. */
  refusals(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const seen = 'CASE WHEN firstSeen = 0 THEN ? ELSE lastSeen END';
    const sql = `UPDATE devices SET refusedAt = ?, lastSeen = ${seen} WHERE hash IN (${marks(hashes)})`;
    return [{ sql, parameters: [now, now, ...hashes] }];
  }

  /** For seats held by offline licenses. Fails as `renewals` does if none holds the seat any more. */
  leaseEndings(hashes: readonly string[], now: number): Write[] {
    if (hashes.length === 0) return [];
    const sql = `UPDATE devices SET lastSeen = CASE WHEN hasSeat = 0 OR heldUntil <= ? THEN NULL ELSE 0 END WHERE hash IN (${marks(hashes)})`;
    return [{ sql, parameters: [now, ...hashes] }];
  }

  /** Writes only new values: an erasure may have removed the rest meanwhile. */
  descriptions(devices: readonly Description[]): Write[] {
    return devices.map(({ hash, ...description }) => {
      const columns = (['name', 'address'] as const).filter((column) => description[column] !== undefined);
      return {
        sql: `UPDATE devices SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE hash = ?`,
        parameters: [...columns.map((column) => description[column]!), hash],
      };
    });
  }

  /** Replaces the words of renamed devices. All old ones are deleted, as another batch may have renamed it meanwhile. */
  rewordings(devices: readonly Pick<Device, 'keyId' | 'id' | 'name'>[]): Write[] {
    return [
      ...devices.map(({ keyId, id }) => this.words.removal(KINDS.licenseKey, keyId, id)),
      ...this.words.insertions(devices.map(deviceWords)),
    ];
  }

  trimming(surpluses: readonly Surplus[]): Write[] {
    return surpluses.flatMap(({ keyId, kept, most }) => [
      {
        sql: `DELETE FROM devices WHERE key_id = ? AND hasSeat = 0 AND lastSeen <= ${seenAt('DESC')} AND lastSeen <= COALESCE(${seenAt('ASC')}, ?)`,
        parameters: [keyId, keyId, kept, keyId, most, Number.MAX_SAFE_INTEGER],
      },
      this.words.removalOfGone(KINDS.licenseKey, keyId, IS_GONE),
    ]);
  }

  find(keyId: number, id: number): Promise<StoredDevice | null> {
    return this.devices.findOneBy({ keyId, id });
  }

  async findNewest(keyId: number, limit: number, after: DeviceCursor | undefined): Promise<StoredDevice[]> {
    const behind = 'hasSeat < ? OR (hasSeat = ? AND (lastSeen < ? OR (lastSeen = ? AND id < ?)))';
    const { hasSeat, lastSeen = 0, id = 0 } = after ?? {};
    const seat = Number(hasSeat);
    const rows = await this.readers.pages.read<DeviceRow>({
      sql: `SELECT ${DEVICE_COLUMNS} FROM devices WHERE key_id = ?${after ? ` AND (${behind})` : ''} ORDER BY hasSeat DESC, lastSeen DESC, id DESC LIMIT ?`,
      parameters: [keyId, ...(after ? [seat, seat, lastSeen, lastSeen, id] : []), limit],
    });
    return rows.map(toDevice);
  }

  /** Sets a `lastSeen` in the future, after `latest`, to now. */
  async rewind(devices: readonly Pick<StoredDevice, 'hash'>[], latest: number, now: number): Promise<void> {
    const hash = In(devices.map((device) => device.hash));
    await retryConflicts(() => this.devices.update({ hash, lastSeen: MoreThan(latest) }, { lastSeen: now }));
  }

  /** The devices after one, by license key and id. */
  async findNext({ keyId, id }: Pick<StoredDevice, 'keyId' | 'id'>, limit: number): Promise<StoredDevice[]> {
    const order = { keyId: 'ASC', id: 'ASC' } as const;
    // Two queries that use an index; an `OR` would scan the table.
    const ofKey = await this.devices.find({ where: { keyId, id: MoreThan(id) }, order, take: limit });
    const take = limit - ofKey.length;
    if (take === 0) return ofKey;
    return [...ofKey, ...(await this.devices.find({ where: { keyId: MoreThan(keyId) }, order, take }))];
  }
}

function others(except: readonly string[]): string {
  return except.length > 0 ? ` AND hash NOT IN (${marks(except)})` : '';
}

/** Deleting by id instead would make MariaDB look at each of the key's devices. */
function seenAt(order: 'ASC' | 'DESC'): string {
  return `(SELECT lastSeen FROM (SELECT lastSeen FROM devices WHERE key_id = ? AND hasSeat = 0 ORDER BY lastSeen ${order} LIMIT 1 OFFSET ?) AS seen)`;
}
