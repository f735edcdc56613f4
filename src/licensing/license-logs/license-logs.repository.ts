import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, LessThan, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { type Found, search } from '../../platform/database/search';
import { marks, type Statement } from '../../platform/database/statement-runner';
import { retryConflicts } from '../../platform/database/retry-conflicts';
import { firstSince, type TimedLog } from './first-since';
import { type LicenseLogFilter, licenseLogSearch } from './license-log-search';
import { LicenseLog } from './license-log.entity';

/** A log that is about to be appended. */
export type NewLicenseLog = Pick<LicenseLog, 'keyId' | 'timeAt' | 'ip' | 'details' | 'status'>;

/** A row of `COLUMNS`. */
export type LicenseLogRow = readonly [
  id: number,
  keyId: number,
  timeAt: number,
  ip: string,
  details: string,
  status: string,
];

/**
 * So many logs say the same of the hour that begins at a time, in milliseconds since the Unix epoch; the product is null where the
 * license keys were deleted a moment ago, and their logs with them.
 */
export type CountedLogs = readonly [product: number | null, hour: number, status: string, logs: number];

const COLUMNS = 'id, key_id, timeAt, ip, details, status';

/**
 * How far times may be out of the order of ids, in milliseconds: by the clocks of several instances, and by batches that
 * commit later than others. Logs that are further out are missed where a search has bounds of time.
 */
const DISORDER_MS = 30_000;

/** The one owner of the license logs' table: nothing else reads or writes it. */
@Injectable()
export class LicenseLogsRepository {
  constructor(
    @InjectRepository(LicenseLog) private readonly logs: Repository<LicenseLog>,
    private readonly readers: Readers,
  ) {}

  /** The statement that appends logs, for the transaction of the checks that they tell of; none where there are none. */
  appending(logs: readonly NewLicenseLog[]): Statement[] {
    if (logs.length === 0) return [];
    const sql = `INSERT INTO license_logs (key_id, timeAt, ip, details, status) VALUES ${logs.map(() => '(?, ?, ?, ?, ?)').join(', ')}`;
    const parameters = logs.flatMap(({ keyId, timeAt, ip, details, status }) => [keyId, timeAt, ip, details, status]);
    return [{ sql, parameters }];
  }

  /**
   * The newest logs of a key, newest first.
   * @param before only those with a smaller id
   */
  findNewest(keyId: number, limit: number, before: number | undefined): Promise<LicenseLogRow[]> {
    const position = before === undefined ? '' : ' AND id < ?';
    return this.readers.pages.read<LicenseLogRow>({
      sql: `SELECT ${COLUMNS} FROM license_logs WHERE key_id = ?${position} ORDER BY id DESC LIMIT ?`,
      parameters: [keyId, ...(before === undefined ? [] : [before]), limit],
    });
  }

  /** The logs of all keys that a filter lets through, newest first, some at a time; the next are read when they are asked for. */
  async *search(filter: LicenseLogFilter, size: number): AsyncGenerator<Found<LicenseLogRow>> {
    const { from, to, before = Infinity } = filter;
    const oldest = from === undefined ? 0 : await this.findFirstSince(from - DISORDER_MS);
    const end = to === undefined ? before : Math.min(before, await this.findFirstSince(to + DISORDER_MS));
    const position = end === Infinity ? undefined : end;
    const what = { table: 'license_logs', columns: COLUMNS, ...licenseLogSearch(filter), position };
    for await (const { items, upTo } of search<LicenseLogRow>(this.readers.pages, what, size)) {
      const isThrough = upTo === undefined || upTo <= oldest;
      yield { items, upTo: isThrough ? undefined : upTo };
      if (isThrough) return;
    }
  }

  /** The logs of all keys with the greatest ids that follow an id, by ascending id; for who watches. */
  async findEnd(after: number, limit: number): Promise<LicenseLogRow[]> {
    const rows = await this.readers.live.read<LicenseLogRow>({
      sql: `SELECT ${COLUMNS} FROM license_logs WHERE id > ? ORDER BY id DESC LIMIT ?`,
      parameters: [after, limit],
    });
    return rows.toReversed();
  }

  /** The greatest ids that follow one id and not another, in descending order; for who watches. */
  async findIds(after: number, upTo: number, limit: number): Promise<number[]> {
    const rows = await this.readers.live.read<readonly [id: number]>({
      sql: 'SELECT id FROM license_logs WHERE id > ? AND id <= ? ORDER BY id DESC LIMIT ?',
      parameters: [after, upTo, limit],
    });
    return rows.map(([id]) => id);
  }

  /** The logs with these ids, at least one, by ascending id; those that are gone are left out. For who watches. */
  findByIds(ids: readonly number[]): Promise<LicenseLogRow[]> {
    return this.readers.live.read<LicenseLogRow>({
      sql: `SELECT ${COLUMNS} FROM license_logs WHERE id IN (${marks(ids)}) ORDER BY id`,
      parameters: [...ids],
    });
  }

  /** The greatest id of all logs; 0 when there are none. */
  async findLastId(): Promise<number> {
    const sql = 'SELECT MAX(id) FROM license_logs';
    const [[id]] = await this.readers.pages.read<readonly [number | null]>({ sql, parameters: [] });
    return id ?? 0;
  }

  /** The id of the log that follows another, of all keys; undefined when there is none. */
  async findNextId(after: number): Promise<number | undefined> {
    const sql = 'SELECT MIN(id) FROM license_logs WHERE id > ?';
    const [[id]] = await this.readers.streams.read<readonly [number | null]>({ sql, parameters: [after] });
    return id ?? undefined;
  }

  /**
   * Counts the logs between two ids, the second among them.
   * @param productOf what the product of a log's license key is in SQL: `LicenseKeysRepository.productOf`
   * @param waits whether logs that a transaction has written, and not yet committed, are waited for: `locked` (`databaseFault`)
   *   when that takes too long
   */
  countLogs(after: number, last: number, productOf: (keyId: string) => string, waits: boolean): Promise<CountedLogs[]> {
    const what = `${productOf('license_logs.key_id')} AS product, timeAt - timeAt % 3600000 AS hour, status`;
    const sql = `SELECT ${what}, COUNT(*) FROM license_logs WHERE id > ? AND id <= ? GROUP BY product, hour, status`;
    return this.readers.streams.read<CountedLogs>({
      // Both MySQL and MariaDB know these words for it.
      sql: waits ? `${sql} LOCK IN SHARE MODE` : sql,
      parameters: [after, last],
    });
  }

  /** The id of the log at which a portion of the oldest of a key ends; undefined when there are fewer than that. */
  async findEndOfOldest(keyId: number, size: number): Promise<number | undefined> {
    const [log] = await this.logs.find({
      select: { id: true },
      where: { keyId },
      order: { id: 'ASC' },
      skip: size - 1,
      take: 1,
    });
    return log?.id;
  }

  /** Deletes the logs of a key up to an id. */
  async deleteOfKey(keyId: number, last: number): Promise<void> {
    await retryConflicts(() => this.logs.delete({ keyId, id: LessThanOrEqual(last) }));
  }

  /** The times of the logs that follow an id, of all keys, by ascending id. */
  findTimes(after: number, limit: number): Promise<Pick<LicenseLog, 'id' | 'timeAt'>[]> {
    return this.logs.find({
      select: { id: true, timeAt: true },
      where: { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** When the newest log was written, in milliseconds since the Unix epoch; undefined when there is none. */
  async findNewestTime(): Promise<number | undefined> {
    return (await this.readTimed('', [], 'DESC'))[0]?.timeAt;
  }

  /** The least id from which on all logs were answered at a time or later, as far as times follow ids. */
  private async findFirstSince(time: number): Promise<number> {
    const [last] = await this.readTimed('', [], 'DESC');
    return last ? firstSince(time, last.id, async (id) => (await this.readTimed('WHERE id >= ?', [id], 'ASC'))[0]) : 1;
  }

  private async readTimed(where: string, parameters: number[], order: 'ASC' | 'DESC'): Promise<TimedLog[]> {
    const sql = `SELECT id, timeAt FROM license_logs ${where} ORDER BY id ${order} LIMIT 1`;
    const rows = await this.readers.pages.read<readonly [id: number, timeAt: number]>({ sql, parameters });
    return rows.map(([id, timeAt]) => ({ id, timeAt }));
  }

  /** Deletes the logs between two ids, the second among them, that are older than a time. */
  async deleteOlder(after: number, last: number, before: number): Promise<void> {
    const id = And(MoreThan(after), LessThanOrEqual(last));
    await retryConflicts(() => this.logs.delete({ id, timeAt: LessThan(before) }));
  }
}
