import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { type Reader, Readers } from '../../platform/database/reader';
import { type Found, search } from '../../platform/database/search';
import {
  marks,
  type Read,
  type Statement,
  StatementRunner,
  type Write,
} from '../../platform/database/statement-runner';
import type { KeyReference } from './key-reference';
import { LicenseKeyChanges } from './license-key-changes';
import { type KeyFinder, keyFinder, LICENSE_KEY_COLUMNS, type LicenseKeyRow, toLicenseKey } from './license-key-row';
import { type LicenseKeyFilter, licenseKeySearch } from './license-key-search';
import { LicenseKey } from './license-key.entity';
import { lastSeenHour } from './last-seen-hour';

/** Record ids that one statement looks up at most: while it runs, the embedded database holds up the event loop. */
const IDS_A_STATEMENT = 500;

/** The one owner of the license keys' table: nothing else reads or writes it. */
@Injectable()
export class LicenseKeysRepository {
  constructor(
    @InjectRepository(LicenseKey) private readonly licenseKeys: Repository<LicenseKey>,
    private readonly statements: StatementRunner,
    private readonly readers: Readers,
  ) {}

  /** What changes license keys within a transaction. */
  within(transaction: EntityManager): LicenseKeyChanges {
    return new LicenseKeyChanges(transaction.withRepository(this.licenseKeys));
  }

  /** Looks up all keys that some requests name at once. */
  async find(references: readonly KeyReference[]): Promise<KeyFinder> {
    return keyFinder(await Promise.all(this.lookUps(references).map((look) => this.statements.read(look))));
  }

  /**
   * The keys with these record ids, in ascending order; those that are gone are left out.
   * @param by what reads them: a `Reader` where there may be many, again and again
   */
  async findByIds(ids: readonly number[], by: Pick<Reader, 'read'> = this.statements): Promise<LicenseKey[]> {
    const found: LicenseKey[] = [];
    for (let first = 0; first < ids.length; first += IDS_A_STATEMENT) {
      for (const statement of selectBy(LICENSE_KEY_COLUMNS, 'id', ids.slice(first, first + IDS_A_STATEMENT))) {
        found.push(...(await by.read<LicenseKeyRow>(statement)).map(toLicenseKey));
      }
    }
    return found.toSorted((a, b) => a.id - b.id);
  }

  /** The greatest record id that a key has; 0 when there is none. */
  async findGreatestId(): Promise<number> {
    const [[id]] = await this.statements.read<readonly [number | null]>({
      sql: 'SELECT MAX(id) FROM license_keys',
      parameters: [],
    });
    return id ?? 0;
  }

  /** In SQL, the product of the key that a column of another table names; null when it is gone. */
  productOf(keyId: string): string {
    return `(SELECT license_keys.product FROM license_keys WHERE license_keys.id = ${keyId})`;
  }

  /** How many keys expire after a time and up to another, in milliseconds since the Unix epoch; it counts to `most`. */
  async countExpiring(after: number, upTo: number, most: number): Promise<number> {
    const [[count]] = await this.readers.pages.read<readonly [number]>({
      sql: 'SELECT COUNT(*) FROM (SELECT expiresAt FROM license_keys WHERE expiresAt > ? AND expiresAt <= ? LIMIT ?) AS expiring',
      parameters: [after, upTo, most],
    });
    return count;
  }

  /** Whether there are any keys at all. */
  exist(): Promise<boolean> {
    return this.licenseKeys.exists();
  }

  /**
   * The keys that fulfil a filter by ascending id, some at a time; the next are read when they are asked for (decision 018).
   * @param size most keys that are wanted at a time
   */
  searchPage(filter: LicenseKeyFilter, size: number): AsyncGenerator<Found<LicenseKey>> {
    return this.search(this.readers.pages, filter, size);
  }

  /** As `searchPage`, for all of them. */
  searchAll(filter: LicenseKeyFilter): AsyncGenerator<Found<LicenseKey>> {
    return this.search(this.readers.streams, filter);
  }

  /** The statements that read all keys that some requests name, for `keyFinder`; for a transaction of a batch. */
  lookUps(references: readonly KeyReference[]): Statement[] {
    return namedBy(references, LICENSE_KEY_COLUMNS);
  }

  /** The statements that lock those of the keys that no other transaction holds; each reads their ids. */
  locks(references: readonly KeyReference[]): Read[] {
    return namedBy(references, 'id').map((read) => ({ ...read, skipsHeld: true }));
  }

  /**
   * The statements that note that keys were checked: their `lastSeen`, and for those that weren't checked in this hour yet
   * what searches by it go by, so that most checks change no index. Ids ascend: all instances take their locks in one order.
   *
   * From then on nobody else changes the keys. Where one has other `seats` or another lease than those by which its checks were
   * judged, a null would be written, which fails by itself, so that all is judged again.
   * @param areNeeded whether all is judged again too where one of them is gone: else the database refuses what refers to it
   */
  sightings(seen: readonly LicenseKey[], now: number, areNeeded = false): Write[] {
    const keys = new Map(seen.toSorted((a, b) => a.id - b.id).map((key) => [key.id, key]));
    if (keys.size === 0) return [];
    const ids = [...keys.keys()];
    // On the embedded database nobody has changed them since they were read, and a statement of more kinds is prepared more often.
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

  /**
   * The statement that pins node-locked keys, by record id, to addresses: of two instances that pin one key at the same
   * moment, one must judge again with the other's pin.
   */
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

  private async *search(reader: Reader, filter: LicenseKeyFilter, size?: number): AsyncGenerator<Found<LicenseKey>> {
    const what = { table: 'license_keys', columns: LICENSE_KEY_COLUMNS, ...licenseKeySearch(filter) };
    for await (const { items, upTo } of search<LicenseKeyRow>(reader, what, size)) {
      yield { items: items.map(toLicenseKey), upTo };
    }
  }
}

/** The branches of a CASE for those keys that count devices, where they do so otherwise than when they were read. */
function changedLimits(keys: readonly LicenseKey[]): Statement {
  const groups = new Map<string, LicenseKey[]>();
  for (const key of keys) {
    if (key.seats === null) continue;
    const limits = `${key.seats} ${key.leaseSeconds}`;
    const group = groups.get(limits);
    if (group) group.push(key);
    else groups.set(limits, [key]);
  }
  const branches = [...groups.values()].map((group) => {
    const [{ seats, leaseSeconds }] = group;
    return {
      sql: `WHEN id IN (${marks(group)}) AND (seats IS NULL OR seats <> ? OR COALESCE(leaseSeconds, 0) <> ?) THEN NULL `,
      parameters: [...group.map(({ id }) => id), seats!, leaseSeconds ?? 0],
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
