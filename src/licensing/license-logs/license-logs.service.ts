import { Injectable } from '@nestjs/common';
import type { Problem } from '../../platform/errors/error-codes';
import { notFound } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import type { LicenseLogDto } from './dto/license-log.dto';
import type { ListLicenseLogsDto } from './dto/list-license-logs.dto';
import { type LicenseLogRow, LicenseLogsRepository } from './license-logs.repository';

export const NO_LOGS_FOUND: Problem<'licenseKey.noLogs'> = {
  code: 'licenseKey.noLogs',
  message: 'No logs were found for this license key.',
};
const DEFAULT_LIMIT = 100;

@Injectable()
export class LicenseLogsService {
  constructor(private readonly logs: LicenseLogsRepository) {}

  /** Newest first; `next` is the next page's `before`, if any. @throws {ApiError} 404 if the key has no logs */
  async getPage(keyId: number, { limit = DEFAULT_LIMIT, before }: ListLicenseLogsDto): Promise<Page<LicenseLogDto>> {
    const rows = await this.logs.findNewest(keyId, limit + 1, before);
    if (rows.length === 0) throw notFound(NO_LOGS_FOUND);
    return toPage(rows, limit, toLicenseLogDto);
  }
}

export function toLicenseLogDto([
  id,
  keyId,
  timeAt,
  ip,
  details,
  label,
  product,
  device,
  required,
  version,
]: LicenseLogRow): LicenseLogDto {
  const status = label as LicenseLogDto['status'];
  const asked = { product: product ?? undefined, device: device ?? undefined };
  const refused = { required: required?.split(','), version: version ?? undefined };
  return { id, key: keyId, timeAt: String(timeAt), ip, details, status, ...asked, ...refused };
}
