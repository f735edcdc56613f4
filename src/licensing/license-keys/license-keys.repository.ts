import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { type Reader, Readers } from '../../platform/database/reader';
import { type Ordering, orderedSearch, type Place } from '../../platform/database/ordered-search';
import { type Found, search } from '../../platform/database/search';
import {
  marks,
  type Read,
  type Statement,
  StatementRunner,
  type Write,
} from '../../platform/database/statement-runner';
import type { KeyFilterDto } from './dto/key-filter.dto';
import type { KeyReference } from './key-reference';
import { LicenseKeyChanges } from './license-key-changes';
import {
  CHECKED_COLUMNS,
  type CheckedKey,
  finderOf,
  type KeyFinder,
  LICENSE_KEY_COLUMNS,
  type LicenseKeyRow,
  toLicenseKey,
} from './license-key-row';
import { type LicenseKeyFilter, licenseKeySearch } from './license-key-search';
import { joinPlans, PLAN_TERMS } from '../../catalog/plans/plan-row';
import { type Ends, limitsOf } from './key-terms';
import { LicenseKey } from './license-key.entity';
import { lastSeenHour } from './last-seen-hour';

const SEARCHED = { table: 'license_keys', columns: LICENSE_KEY_COLUMNS };
/** Ids per statement: the embedded database blocks the event loop while one runs. */
const IDS_A_STATEMENT = 500;

@Injectable()
export class LicenseKeysRepository {
  constructor(
    @InjectRepository(LicenseKey) private readonly licenseKeys: Repository<LicenseKey>,
    private readonly statements: StatementRunner,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): LicenseKeyChanges {
    return new LicenseKeyChanges(transaction.withRepository(this.licenseKeys));
  }

  async find(references: readonly KeyReference[]): Promise<KeyFinder<LicenseKey>> {
    const lookUps = namedBy(references, LICENSE_KEY_COLUMNS);
    const rows = await Promise.all(lookUps.map((lookUp) => this.statements.read<LicenseKeyRow>(lookUp)));
    return finderOf(rows.flat().map(toLicenseKey));
  }

  /** By ascending id, without those that are gone. @param by a `Reader` for many ids, read again and again */
  async findByIds(ids: readonly number[], by: Pick<Reader, 'read'> = this.statements): Promise<LicenseKey[]> {
    const found: LicenseKey[] = [];
    for (let first = 0; first < ids.length; first += IDS_A_STATEMENT) {
      for (const statement of selectBy(LICENSE_KEY_COLUMNS, 'id', ids.slice(first, first + IDS_A_STATEMENT))) {
        found.push(...(await by.read<LicenseKeyRow>(statement)).map(toLicenseKey));
      }
    }
    return found.toSorted((a, b) => a.id - b.id);
  }

  /** 0 if there are no keys. */
  async findGreatestId(): Promise<number> {
    const [[id]] = await this.statements.read<readonly [number | null]>({
      sql: 'SELECT MAX(id) FROM license_keys',
      parameters: [],
    });
    return id ?? 0;
  }

  /** 0 if there are no keys. */
  async findGreatestProduct(): Promise<number> {
    const [[product]] = await this.statements.read<readonly [number | null]>({
      sql: 'SELECT MAX(product) FROM license_keys',
      parameters: [],
    });
    return product ?? 0;
  }

  /** SQL for a column of the key that another table's column refers to; null if the key is gone. */
  valueOf(column: 'product' | 'plan', keyId: string): string {
    return `(SELECT license_keys.${column} FROM license_keys WHERE license_keys.id = ${keyId})`;
  }

  /** Keys that expire after one time and up to another, in milliseconds since the Unix epoch; counts to `most`. */
  async countExpiring(after: number, upTo: number, most: number): Promise<number> {
    const [[count]] = await this.readers.pages.read<readonly [number]>({
      sql: 'SELECT COUNT(*) FROM (SELECT expiresAt FROM license_keys WHERE expiresAt > ? AND expiresAt <= ? LIMIT ?) AS expiring',
      parameters: [after, upTo, most],
    });
    return count;
  }

  /** Keys of a product with a plan, or without one for null; counts to `most`. */
  async countPlanned(product: number, plan: string | null, most: number): Promise<number> {
    const [[count]] = await this.readers.pages.read<readonly [number]>({
      sql: `SELECT COUNT(*) FROM (SELECT id FROM license_keys WHERE product = ? AND plan ${plan === null ? 'IS NULL' : '= ?'} LIMIT ?) AS planned`,
      parameters: plan === null ? [product, most] : [product, plan, most],
    });
    return count;
  }

  exist(): Promise<boolean> {
    return this.licenseKeys.exists();
  }

  /** Matching keys in an order, read as needed (decision 018). @param size at most this many at a time */
  searchPage(
    filter: KeyFilterDto,
    by: Ordering,
    after: Place | undefined,
    size: number,
  ): AsyncGenerator<Found<LicenseKey, Place>> {
    return this.searchInOrder(this.readers.pages, filter, by, after, size);
  }

  /** As `searchPage`, for all keys. */
  searchAllInOrder(
    filter: KeyFilterDto,
    by: Ordering,
    after: Place | undefined,
  ): AsyncGenerator<Found<LicenseKey, Place>> {
    return this.searchInOrder(this.readers.streams, filter, by, after);
  }

  /** SQL for whether the key that another table's column refers to matches. */
  matchOf(keyId: string, filter: KeyFilterDto): Statement {
    const { conditions } = licenseKeySearch(filter);
    const where = [`license_keys.id = ${keyId}`, ...conditions.map(({ sql }) => sql)].join(' AND ');
    return {
      sql: `(SELECT 1 FROM license_keys WHERE ${where} LIMIT 1) = 1`,
      parameters: conditions.flatMap(({ parameters }) => parameters),
    };
  }

  /** All matching keys by ascending id. */
  async *searchAll(filter: LicenseKeyFilter): AsyncGenerator<Found<LicenseKey>> {
    const what = { ...SEARCHED, ...licenseKeySearch(filter) };
    for await (const { items, upTo } of search<LicenseKeyRow>(this.readers.streams, what)) {
      yield { items: items.map(toLicenseKey), upTo };
    }
  }

  /** Statements that read what checks need of their keys, for `keyFinder`. */
  lookUps(references: readonly KeyReference[]): Statement[] {
    return namedBy(references, CHECKED_COLUMNS);
  }

  /** Statements that lock the keys that no other transaction holds, and read their ids. */
  locks(references: readonly KeyReference[]): Read[] {
    return namedBy(references, 'id').map((read) => ({ ...read, skipsHeld: true }));
  }

  /**
   * Statements that move `lastSeen`, and `lastSeenHour` only at a key's first check in an hour, so that most checks
   * change no index. Ids ascend: all instances lock in one order. A key whose `seats` or lease changed since it was
   * read gets a null, which fails, so that the batch is judged again.
   * @param areNeeded also judge again if a key is gone, before the database refuses rows that refer to it
   */
  sightings(seen: readonly CheckedKey[], now: number, areNeeded = false): Write[] {
    const keys = new Map(seen.toSorted((a, b) => a.id - b.id).map((key) => [key.id, key]));
    if (keys.size === 0) return [];
    const ids = [...keys.keys()];
    // Not on the embedded database: no key can have changed there, and more variants take more preparing.
    const changed = changedLimits(this.statements.isShared ? [...keys.values()] : []);
    const sighting = {
      sql: `UPDATE license_keys SET lastSeen = CASE ${changed.sql}WHEN lastSeen < ? THEN ? ELSE lastSeen END WHERE id IN (${marks(ids)})`,
      parameters: [...changed.parameters, now, now, ...ids],
      affects: areNeeded ? ids.length : undefined,
    };
    const hour = lastSeenHour(now);
    const first = ids.filter((id) => lastSeenHour(keys.get(id)!.lastSeen) < hour);
    if (first.length === 0) return [sighting];
    const newHour = {
      sql: `UPDATE license_keys SET lastSeenHour = ? WHERE id IN (${marks(first)}) AND lastSeen = ?`,
      parameters: [hour, ...first, now],
    };
    return [sighting, newHour];
  }

  /** Counts first uses; of two instances with a key's first use at once, one judges again. */
  firstUses(ids: readonly number[], now: number): Write[] {
    if (ids.length === 0 || !this.statements.isShared) return [];
    const sql = `UPDATE license_keys SET lastSeen = ? WHERE id IN (${marks(ids)}) AND lastSeen = 0`;
    return [{ sql, parameters: [now, ...ids], affects: ids.length }];
  }

  /** A statement that reads all columns of some keys, for `toLicenseKey`. */
  wholeLookUp(ids: readonly number[]): Statement {
    return { sql: `SELECT ${LICENSE_KEY_COLUMNS} FROM license_keys WHERE id IN (${marks(ids)})`, parameters: [...ids] };
  }

  /** Reads what only some checks need: id, the key's own entitlements, and what starts it. */
  termsLookUp(ids: readonly number[]): Statement {
    const own =
      'license_keys.id, license_keys.plan, license_keys.graceDays, license_keys.entitlements, license_keys.updatesUntil, license_keys.starts';
    return {
      sql: `SELECT ${own}, ${PLAN_TERMS} FROM license_keys ${joinPlans('license_keys')} WHERE license_keys.id IN (${marks(ids)})`,
      parameters: [...ids],
    };
  }

  /** Reads the meters of license keys: id, their own meters, and their plans'. */
  metersLookUp(ids: readonly number[]): Statement {
    return {
      sql: `SELECT license_keys.id, license_keys.meters, plans.meters FROM license_keys ${joinPlans('license_keys')} WHERE license_keys.id IN (${marks(ids)})`,
      parameters: [...ids],
    };
  }

  /** Starts license keys. Of two instances that start one at once, one judges again. @param ends by record id */
  beginnings(ends: ReadonlyMap<number, Ends>): Write[] {
    if (ends.size === 0) return [];
    const ids = [...ends.keys()];
    const each = `CASE id ${ids.map(() => 'WHEN ? THEN ?').join(' ')} END`;
    const all = [...ends];
    return [
      {
        sql: `UPDATE license_keys SET expiresAt = COALESCE(expiresAt, ${each}), updatesUntil = COALESCE(updatesUntil, ${each}), starts = NULL WHERE id IN (${marks(ids)}) AND starts IS NOT NULL`,
        parameters: [
          ...all.flatMap(([id, { expiresAt }]) => [id, expiresAt]),
          ...all.flatMap(([id, { updatesUntil }]) => [id, updatesUntil]),
          ...ids,
        ],
        affects: ends.size,
      },
    ];
  }

  /** Pins node-locked keys to addresses. Of two instances that pin a key at once, one judges again. */
  pinnings(pins: ReadonlyMap<number, string>): Write[] {
    if (pins.size === 0) return [];
    const ids = [...pins.keys()];
    return [
      {
        sql: `UPDATE license_keys SET ip = CASE id ${ids.map(() => 'WHEN ? THEN ?').join(' ')} END WHERE id IN (${marks(ids)}) AND ip = '' AND locked = 1`,
        parameters: [...[...pins].flat(), ...ids],
        affects: pins.size,
      },
    ];
  }

  private async *searchInOrder(
    reader: Reader,
    filter: KeyFilterDto,
    by: Ordering,
    after: Place | undefined,
    size?: number,
  ): AsyncGenerator<Found<LicenseKey, Place>> {
    const what = { ...SEARCHED, ...licenseKeySearch(filter) };
    for await (const { items, upTo } of orderedSearch<LicenseKeyRow>(reader, what, by, after, size)) {
      yield { items: items.map(toLicenseKey), upTo };
    }
  }
}

/** CASE branches for keys that count devices: null if `seats` or the effective lease changed since they were read. */
function changedLimits(keys: readonly CheckedKey[]): Statement {
  const groups = new Map<string, CheckedKey[]>();
  for (const key of keys) {
    if (limitsOf(key).seats === null) continue;
    const limits = `${key.seats} ${key.leaseSeconds}${key.terms ? ` ${key.product} ${key.terms.code}` : ''}`;
    const group = groups.get(limits);
    if (group) group.push(key);
    else groups.set(limits, [key]);
  }
  const branches = [...groups.values()].map((group) => {
    const [{ seats, leaseSeconds, product, terms }] = group;
    const ids = group.map(({ id }) => id);
    if (!terms?.plan)
      return {
        sql: `WHEN id IN (${marks(group)}) AND (seats IS NULL OR seats <> ? OR COALESCE(leaseSeconds, 0) <> ?) THEN NULL `,
        parameters: [...ids, seats, leaseSeconds ?? 0],
      };
    const { id, seats: planSeats, leaseSeconds: planLease } = terms.plan;
    return {
      sql: `WHEN id IN (${marks(group)}) AND (COALESCE(seats, 0) <> ? OR COALESCE(leaseSeconds, 0) <> ? OR plan IS NULL OR plan <> ? OR product <> ? OR NOT EXISTS (SELECT 1 FROM plans WHERE plans.id = ? AND COALESCE(plans.seats, 0) = ? AND COALESCE(plans.leaseSeconds, 0) = ?)) THEN NULL `,
      parameters: [...ids, seats ?? 0, leaseSeconds ?? 0, terms.code, product, id, planSeats ?? 0, planLease ?? 0],
    };
  });
  return { sql: branches.map(({ sql }) => sql).join(''), parameters: branches.flatMap(({ parameters }) => parameters) };
}

function namedBy(references: readonly KeyReference[], columns: string): Statement[] {
  const ids = new Set<number>();
  const keys = new Set<string>();
  for (const reference of references) {
    if ('id' in reference) ids.add(reference.id);
    else if ('key' in reference) keys.add(reference.key);
  }
  return [...selectBy(columns, 'id', [...ids]), ...selectBy(columns, 'key', [...keys])];
}

function selectBy(columns: string, column: 'id' | 'key', values: (string | number)[]): Statement[] {
  if (values.length === 0) return [];
  const sql = `SELECT ${columns} FROM license_keys WHERE \`${column}\` IN (${marks(values)})`;
  return [{ sql, parameters: values }];
}
