import { Injectable } from '@nestjs/common';
import { Readers } from '../../platform/database/reader';
import type { Found } from '../../platform/database/search';
import { invalidField } from '../../platform/errors/errors';
import { firstPage, type Page } from '../../platform/http/answers/paging';
import { LicenseKeysService } from '../license-keys/license-keys.service';
import type { LicenseLogFilter } from '../license-logs/license-log-search';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import type { LoggedCheckDto } from './dto/logged-check.dto';
import { DEVICE_OF_KEY, type ListLoggedChecksDto } from './dto/logged-check-filter.dto';
import { KeysOfLogs, type LoggedCheck, withoutLicenseKey } from './keys-of-logs';
import { wantedLabels } from './logged-check-filter';

const DEFAULT_LIMIT = 100;
/** Logs whose license keys are looked up at once when only one product is wanted. */
const LOGS_OF_ANY_PRODUCT = 500;

@Injectable()
export class LoggedChecksService {
  constructor(
    private readonly logs: LicenseLogsRepository,
    private readonly licenseKeys: LicenseKeysService,
    private readonly keysOfLogs: KeysOfLogs,
    private readonly readers: Readers,
  ) {}

  /** Newest first, fewer when time runs out; `next` is the next page's `before`, if there may be more. */
  async getPage(query: ListLoggedChecksDto, showsKeys: boolean, isLate: () => boolean): Promise<Page<LoggedCheckDto>> {
    const { limit = DEFAULT_LIMIT, key, device, pid, ip, from, to, before } = query;
    if (device !== undefined && key === undefined) throw invalidField(DEVICE_OF_KEY);
    const statuses = wantedLabels(query);
    const keyId = key === undefined ? undefined : await this.licenseKeys.findId(key);
    if (statuses?.length === 0 || (key !== undefined && keyId === undefined)) return { items: [], next: undefined };
    const found = this.search({ keyId, statuses, ip, device, from, to, before }, pid, limit + 1);
    return firstPage(found, limit, (check) => (showsKeys ? check : withoutLicenseKey(check)), isLate);
  }

  private async *search(
    filter: LicenseLogFilter,
    pid: number | undefined,
    size: number,
  ): AsyncGenerator<Found<LoggedCheck>> {
    const portion = pid === undefined ? size : Math.max(size, LOGS_OF_ANY_PRODUCT);
    for await (const { items, upTo } of this.logs.search(filter, portion)) {
      const checks = await this.keysOfLogs.describe(items, this.readers.pages);
      yield { items: checks.filter((check) => pid === undefined || pid === check.pid), upTo };
    }
  }
}
