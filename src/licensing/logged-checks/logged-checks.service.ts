import { Injectable } from '@nestjs/common';
import { type Reader, Readers } from '../../platform/database/reader';
import { BY_ID } from '../../platform/database/ordered-search';
import type { Found } from '../../platform/database/search';
import { invalidField } from '../../platform/errors/errors';
import type { Statement } from '../../platform/database/statement-runner';
import { firstPage, type Page } from '../../platform/http/answers/paging';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LicenseKeysService } from '../license-keys/license-keys.service';
import { isList, type LicenseLogFilter } from '../license-logs/license-log-search';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import type { LoggedCheckDto } from './dto/logged-check.dto';
import { DEVICE_OF_KEY, type ListLoggedChecksDto, type TimedLoggedChecksDto } from './dto/logged-check-filter.dto';
import type { ExportedLoggedCheckDto } from './dto/export-logged-checks.dto';
import { KeysOfLogs, type LoggedCheck, withoutLicenseKey } from './keys-of-logs';
import { wantedLabels } from './logged-check-filter';

const DEFAULT_LIMIT = 100;
/** Up to this many license keys, their logs are looked up one by one; the logs of more keys are found soon by walking the ids. */
const MOST_KEYS = 200;
/** Logs whose license keys are looked up at once when only one product is wanted. */
const LOGS_OF_ANY_PRODUCT = 500;
/** Logs read at a time for a stream. */
const STREAMED = 200;

export const CHECK_COLUMNS = [
  'id',
  'time',
  'status',
  'key',
  'licenseKey',
  'uid',
  'pid',
  'product',
  'device',
  'ip',
  'details',
  'required',
  'version',
] as const satisfies (keyof ExportedLoggedCheckDto)[];

@Injectable()
export class LoggedChecksService {
  constructor(
    private readonly logs: LicenseLogsRepository,
    private readonly licenseKeys: LicenseKeysService,
    private readonly keys: LicenseKeysRepository,
    private readonly keysOfLogs: KeysOfLogs,
    private readonly readers: Readers,
  ) {}

  /** Newest first, fewer when time runs out; `next` is the next page's `before`, if there may be more. */
  async getPage(query: ListLoggedChecksDto, showsKeys: boolean, isLate: () => boolean): Promise<Page<LoggedCheckDto>> {
    const { limit = DEFAULT_LIMIT, before } = query;
    const filter = await this.filterOf(query);
    const keys = await this.findKeys(query, isLate);
    if (!filter || (keys && isList(keys) && keys.length === 0)) return { items: [], next: undefined };
    const found = this.search({ ...filter, keys, before }, query.pid, limit + 1, this.readers.pages);
    return firstPage(found, limit, (check) => (showsKeys ? check : withoutLicenseKey(check)), isLate);
  }

  /** All matching checks, newest first, as rows of `CHECK_COLUMNS`. @param showsKeys asked for each portion */
  async *rows(query: TimedLoggedChecksDto, showsKeys: () => boolean): AsyncGenerator<ExportedLoggedCheckDto[]> {
    const filter = await this.filterOf(query);
    const keys = await this.findKeys(query, () => false);
    if (!filter || (keys && isList(keys) && keys.length === 0)) return;
    for await (const { items } of this.search({ ...filter, keys }, query.pid, STREAMED, this.readers.streams)) {
      const isShown = showsKeys();
      yield items.map((check) => toExportedCheck(isShown ? check : withoutLicenseKey(check)));
    }
  }

  /** Undefined if nothing can match. @throws {ApiError} 400 for a device without a license key */
  private async filterOf(query: TimedLoggedChecksDto): Promise<LicenseLogFilter | undefined> {
    const { key, device, ip, from, to } = query;
    if (device !== undefined && key === undefined) throw invalidField(DEVICE_OF_KEY);
    const statuses = wantedLabels(query);
    const keyId = key === undefined ? undefined : await this.licenseKeys.findId(key);
    if (statuses?.length === 0 || (key !== undefined && keyId === undefined)) return undefined;
    return { keyId, statuses, ip, device, from, to };
  }

  /** The keys of a customer or of search words; a condition if they are many. Undefined for all keys. */
  private async findKeys(
    { q, uid }: Pick<ListLoggedChecksDto, 'q' | 'uid'>,
    isLate: () => boolean,
  ): Promise<readonly number[] | Statement | undefined> {
    if (q === undefined && uid === undefined) return undefined;
    const ids: number[] = [];
    for await (const { items, upTo } of this.keys.searchPage({ q, uid }, BY_ID, undefined, MOST_KEYS + 1)) {
      ids.push(...items.map(({ id }) => id));
      if (ids.length > MOST_KEYS || (upTo && isLate())) return this.keys.matchOf('license_logs.key_id', { q, uid });
    }
    return ids;
  }

  private async *search(
    filter: LicenseLogFilter,
    pid: number | undefined,
    size: number,
    reader: Reader,
  ): AsyncGenerator<Found<LoggedCheck>> {
    const portion = pid === undefined ? size : Math.max(size, LOGS_OF_ANY_PRODUCT);
    for await (const { items, upTo } of this.logs.search(filter, portion, reader)) {
      const checks = await this.keysOfLogs.describe(items, reader);
      yield { items: checks.filter((check) => pid === undefined || pid === check.pid), upTo };
    }
  }
}

function toExportedCheck({ timeAt, ...check }: LoggedCheckDto): ExportedLoggedCheckDto {
  return Object.assign({ time: new Date(Number(timeAt)).toISOString() }, check);
}
