import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, LessThan, LessThanOrEqual, MoreThan, Not, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { type Found, search, searchLed } from '../../platform/database/search';
import { marks, type Rows, type Statement } from '../../platform/database/statement-runner';
import { retryConflicts } from '../../platform/database/retry-conflicts';
import { idsBetween, type TimedRow } from '../../platform/growing-tables/ids-by-time';
import { waitingForOpen } from '../../platform/growing-tables/settled-ids';
import type { LogCounting } from './license-log-counts';
import { isList, type LicenseLogFilter, licenseLogSearch } from './license-log-search';
import { ASKED_LENGTH, LicenseLog } from './license-log.entity';

export type NewLicenseLog = Pick<LicenseLog, 'keyId' | 'timeAt' | 'ip' | 'details' | 'status'> &
  Readonly<Partial<Record<'askedProduct' | 'device', number>>> & {
    /** Missing ones first; those that don't fit are omitted. */
    readonly askedEntitlements?: readonly string[];
    readonly askedVersion?: string;
  };

export type LicenseLogRow = readonly [
  id: number,
  keyId: number,
  timeAt: number,
  ip: string,
  details: string,
  status: string,
  askedProduct: number | null,
  device: number | null,
  askedEntitlements: string | null,
  askedVersion: string | null,
];

/** The hour starts at this many milliseconds since the Unix epoch; product is null if its key was just deleted. */
type CountedLogs = readonly [product: number | null, hour: number, status: string, logs: number];

/** `address` is canonical. */
export type LoggedAddress = readonly [keyId: number, address: string, timeAt: number];

/** Logs that one statement counts by key. */
const COUNTED_A_STATEMENT = 5000;

const COLUMNS = 'id, key_id, timeAt, ip, details, status, askedProduct, device, askedEntitlements, askedVersion';

@Injectable()
export class LicenseLogsRepository {
  constructor(
    @InjectRepository(LicenseLog) private readonly logs: Repository<LicenseLog>,
    private readonly readers: Readers,
  ) {}

  appending(logs: readonly NewLicenseLog[]): Statement[] {
    if (logs.length === 0) return [];
    // Most checks have none of these: their statement stays short.
    const asks = logs.some(({ askedProduct }) => askedProduct !== undefined);
    const seats = logs.some(({ device }) => device !== undefined);
    const more = logs.some(({ askedEntitlements, askedVersion }) => (askedEntitlements ?? askedVersion) !== undefined);
    const columns = `key_id, timeAt, ip, details, status${asks ? ', askedProduct' : ''}${seats ? ', device' : ''}${more ? ', askedEntitlements, askedVersion' : ''}`;
    const row = `(?, ?, ?, ?, ?${asks ? ', ?' : ''}${seats ? ', ?' : ''}${more ? ', ?, ?' : ''})`;
    const sql = `INSERT INTO license_logs (${columns}) VALUES ${logs.map(() => row).join(', ')}`;
    const parameters: (string | number | null)[] = [];
    for (const log of logs) {
      parameters.push(log.keyId, log.timeAt, log.ip, log.details, log.status);
      if (asks) parameters.push(log.askedProduct ?? null);
      if (seats) parameters.push(log.device ?? null);
      if (more) parameters.push(joined(log.askedEntitlements), log.askedVersion ?? null);
    }
    return [{ sql, parameters }];
  }

  findNewest(keyId: number, limit: number, before: number | undefined): Promise<LicenseLogRow[]> {
    const position = before === undefined ? '' : ' AND id < ?';
    return this.readers.pages.read<LicenseLogRow>({
      sql: `SELECT ${COLUMNS} FROM license_logs WHERE key_id = ?${position} ORDER BY id DESC LIMIT ?`,
      parameters: [keyId, ...(before === undefined ? [] : [before]), limit],
    });
  }

  /** Ids of the previous and next log of the same key. */
  async findBeside(keyId: number, id: number): Promise<{ previous?: number; next?: number }> {
    const [[previous, next]] = await this.readers.pages.read<readonly [number | null, number | null]>({
      sql: `SELECT (SELECT MAX(id) FROM license_logs WHERE key_id = ? AND id < ?), (SELECT MIN(id) FROM license_logs WHERE key_id = ? AND id > ?)`,
      parameters: [keyId, id, keyId, id],
    });
    return { previous: previous ?? undefined, next: next ?? undefined };
  }

  /** Matching logs of all keys, newest first; pages are read on demand. */
  async *search(
    filter: LicenseLogFilter,
    size: number,
    reader = this.readers.pages,
  ): AsyncGenerator<Found<LicenseLogRow>> {
    const { from, to, before } = filter;
    const { first, end } = await idsBetween(from, to, this.findNewestTimed, this.findTimedFrom);
    const position = end === Infinity ? before : Math.min(end, before ?? Infinity);
    const what = { table: 'license_logs', columns: COLUMNS, ...licenseLogSearch(filter), position };
    const found =
      filter.keys && isList(filter.keys)
        ? searchLed<LicenseLogRow>(reader, what, newestOf(filter.keys), size)
        : search<LicenseLogRow>(reader, what, size);
    for await (const { items, upTo } of found) {
      const isThrough = upTo === undefined || upTo <= first;
      yield { items, upTo: isThrough ? undefined : upTo };
      if (isThrough) return;
    }
  }

  /** The `limit` logs with the greatest ids after an id, ascending. */
  async findEnd(after: number, limit: number): Promise<LicenseLogRow[]> {
    const rows = await this.readers.live.read<LicenseLogRow>({
      sql: `SELECT ${COLUMNS} FROM license_logs WHERE id > ? ORDER BY id DESC LIMIT ?`,
      parameters: [after, limit],
    });
    return rows.toReversed();
  }

  /** The greatest ids after one id up to another, descending. */
  async findIds(after: number, upTo: number, limit: number): Promise<number[]> {
    const rows = await this.readers.live.read<readonly [id: number]>({
      sql: 'SELECT id FROM license_logs WHERE id > ? AND id <= ? ORDER BY id DESC LIMIT ?',
      parameters: [after, upTo, limit],
    });
    return rows.map(([id]) => id);
  }

  /** By ascending id; missing logs are left out. @param ids at least one */
  findByIds(ids: readonly number[]): Promise<LicenseLogRow[]> {
    return this.readers.live.read<LicenseLogRow>({
      sql: `SELECT ${COLUMNS} FROM license_logs WHERE id IN (${marks(ids)}) ORDER BY id`,
      parameters: [...ids],
    });
  }

  async findLastId(): Promise<number> {
    const sql = 'SELECT MAX(id) FROM license_logs';
    const [[id]] = await this.readers.pages.read<readonly [number | null]>({ sql, parameters: [] });
    return id ?? 0;
  }

  /** Of all keys; undefined if there is none. */
  async findNextId(after: number): Promise<number | undefined> {
    const sql = 'SELECT MIN(id) FROM license_logs WHERE id > ?';
    const [[id]] = await this.readers.streams.read<readonly [number | null]>({ sql, parameters: [after] });
    return id ?? undefined;
  }

  /**
   * Counts the logs with `after` < id <= `last`.
   * @param productOf SQL for the product of a license key: `LicenseKeysRepository.valueOf`
   * @param isShared whether to wait for logs that aren't committed yet (`waitingForOpen`)
   */
  countLogs(
    after: number,
    last: number,
    productOf: (keyId: string) => string,
    isShared: boolean,
  ): Promise<CountedLogs[]> {
    const what = `${productOf('license_logs.key_id')} AS product, timeAt - timeAt % 3600000 AS hour, status`;
    const sql = `SELECT ${what}, COUNT(*) FROM license_logs WHERE id > ? AND id <= ? GROUP BY product, hour, status`;
    return this.readers.streams.read<CountedLogs>({
      sql: waitingForOpen(sql, isShared),
      parameters: [after, last],
    });
  }

  /** The addresses of the logs with `after` < id <= `last`. @param isShared as for `countLogs` */
  readAddresses(after: number, last: number, isShared: boolean): Promise<LoggedAddress[]> {
    const sql = "SELECT key_id, ip, timeAt FROM license_logs WHERE id > ? AND id <= ? AND ip <> ''";
    return this.readers.streams.read<LoggedAddress>({ sql: waitingForOpen(sql, isShared), parameters: [after, last] });
  }

  /**
   * Counts the logs between two times, from the newest back; each page reads at most a few thousand. `next` is where
   * the next page begins; undefined at the end.
   */
  async *countBack(
    counting: LogCounting,
    from: number,
    to: number,
  ): AsyncGenerator<{ rows: Rows; size: number; next: number | undefined }> {
    const { first, end } = await idsBetween(from, to, this.findNewestTimed, this.findTimedFrom);
    let next = await this.findIdBefore(end === Infinity ? undefined : end);
    while (next !== undefined && next >= first) {
      const upTo = next;
      const after = Math.max(first - 1, upTo - COUNTED_A_STATEMENT);
      const within = { sql: 'id > ? AND id <= ? AND timeAt >= ? AND timeAt < ?', parameters: [after, upTo, from, to] };
      const rows = await this.readers.pages.read(counting(within));
      next = await this.findIdBefore(after + 1);
      if (next !== undefined && next < first) next = undefined;
      yield { rows, size: upTo - after, next };
    }
  }

  /** When the first log after an id was written. */
  async findTimeBehind(id: number): Promise<number | undefined> {
    return (await this.findTimedFrom(id + 1))?.timeAt;
  }

  /** The greatest id below one; the greatest of all if undefined. */
  private async findIdBefore(id: number | undefined): Promise<number | undefined> {
    const where = id === undefined ? '' : ' WHERE id < ?';
    const [[found]] = await this.readers.pages.read<readonly [number | null]>({
      sql: `SELECT MAX(id) FROM license_logs${where}`,
      parameters: id === undefined ? [] : [id],
    });
    return found ?? undefined;
  }

  /** The id of a key's `size`-th oldest log after an id; undefined if it has fewer. */
  async findEndOfOldest(keyId: number, size: number, after = 0): Promise<number | undefined> {
    const [log] = await this.logs.find({
      select: { id: true },
      where: { keyId, id: MoreThan(after) },
      order: { id: 'ASC' },
      skip: size - 1,
      take: 1,
    });
    return log?.id;
  }

  /** Clears personal data in a key's logs after one id up to another. */
  async erase(keyId: number, after: number, last = Number.MAX_SAFE_INTEGER): Promise<void> {
    const id = And(MoreThan(after), LessThanOrEqual(last));
    const isLeft = [{ ip: Not('') }, { details: Not('') }];
    await this.logs.update(
      isLeft.map((left) => ({ keyId, id, ...left })),
      { ip: '', details: '' },
    );
  }

  async deleteOfKey(keyId: number, last: number): Promise<void> {
    await retryConflicts(() => this.logs.delete({ keyId, id: LessThanOrEqual(last) }));
  }

  /** Of all keys, by ascending id. */
  findTimes(after: number, limit: number): Promise<Pick<LicenseLog, 'id' | 'timeAt'>[]> {
    return this.logs.find({
      select: { id: true, timeAt: true },
      where: { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Milliseconds since the Unix epoch; undefined if there are no logs. */
  async findNewestTime(): Promise<number | undefined> {
    return (await this.findNewestTimed())?.timeAt;
  }

  private readonly findNewestTimed = async (): Promise<TimedRow | undefined> =>
    (await this.readTimed('', [], 'DESC'))[0];

  private readonly findTimedFrom = async (id: number): Promise<TimedRow | undefined> =>
    (await this.readTimed('WHERE id >= ?', [id], 'ASC'))[0];

  private async readTimed(where: string, parameters: number[], order: 'ASC' | 'DESC'): Promise<TimedRow[]> {
    const sql = `SELECT id, timeAt FROM license_logs ${where} ORDER BY id ${order} LIMIT 1`;
    const rows = await this.readers.pages.read<readonly [id: number, timeAt: number]>({ sql, parameters });
    return rows.map(([id, timeAt]) => ({ id, timeAt }));
  }

  /** Deletes logs after one id up to another that are older than a time. */
  async deleteOlder(after: number, last: number, before: number): Promise<void> {
    const id = And(MoreThan(after), LessThanOrEqual(last));
    await retryConflicts(() => this.logs.delete({ id, timeAt: LessThan(before) }));
  }
}

/** The newest logs of some keys below an id: `limit` of each, since one may have nearly all of them. */
function newestOf(keyIds: readonly number[]) {
  const ofKey =
    'SELECT id FROM (SELECT id FROM license_logs WHERE key_id = ? AND id < ? ORDER BY id DESC LIMIT ?) AS of_key';
  return (position: number | undefined, limit: number): Statement => ({
    sql: `${keyIds.map(() => ofKey).join(' UNION ALL ')} ORDER BY id DESC LIMIT ?`,
    parameters: [...keyIds.flatMap((keyId) => [keyId, position ?? Number.MAX_SAFE_INTEGER, limit]), limit],
  });
}

/** Comma-separated, as many whole names as fit. */
function joined(names: readonly string[] | undefined): string | null {
  if (names === undefined) return null;
  const text = names.join(',');
  return text.length <= ASKED_LENGTH ? text : text.slice(0, text.lastIndexOf(',', ASKED_LENGTH));
}
