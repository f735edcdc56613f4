import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, LessThan, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import type { Statement } from '../../platform/database/statement-runner';
import { retryConflicts } from '../../platform/database/retry-conflicts';
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

const COLUMNS = 'id, key_id, timeAt, ip, details, status';

/** The one owner of the license logs' table: nobody else reads or writes it. */
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

  /** Deletes the logs between two ids, the second among them, that are older than a time. */
  async deleteOlder(after: number, last: number, before: number): Promise<void> {
    const id = And(MoreThan(after), LessThanOrEqual(last));
    await retryConflicts(() => this.logs.delete({ id, timeAt: LessThan(before) }));
  }
}
