import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Reader, readersOf } from '../database/reader';
import { notFound } from '../http/errors';
import { type Page, toPage } from '../http/paging';
import { LICENSE_KEY_NOT_FOUND, LicenseKeysService } from '../license-keys/license-keys.service';
import type { LicenseLogDto } from './dto/license-log.dto';
import type { ListLicenseLogsDto } from './dto/list-license-logs.dto';

export const NO_LOGS_FOUND = 'No logs were found for this license key.';
const DEFAULT_LIMIT = 100;

/** A row of `COLUMNS`. */
type LicenseLogRow = readonly [id: number, keyId: number, timeAt: number, ip: string, details: string, status: string];

const COLUMNS = 'id, key_id, timeAt, ip, details, status';

@Injectable()
export class LicenseLogsService {
  private readonly reader: Reader;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly licenseKeys: LicenseKeysService,
  ) {
    this.reader = readersOf(dataSource).pages;
  }

  /**
   * The most recent logs of a license key, newest first; `next` is the `before` of the following page, if more follow.
   * @throws {ApiError} 404 when there is no such key, or it has no logs (interface, operation 4)
   */
  async getPage(id: string, { limit = DEFAULT_LIMIT, before }: ListLicenseLogsDto): Promise<Page<LicenseLogDto>> {
    const keyId = await this.licenseKeys.findId(id);
    if (keyId === undefined) throw notFound(LICENSE_KEY_NOT_FOUND);
    const position = before === undefined ? '' : ' AND id < ?';
    const rows = await this.reader.read<LicenseLogRow>({
      sql: `SELECT ${COLUMNS} FROM license_logs WHERE key_id = ?${position} ORDER BY id DESC LIMIT ?`,
      parameters: [keyId, ...(before === undefined ? [] : [before]), limit + 1],
    });
    if (rows.length === 0) throw notFound(NO_LOGS_FOUND);
    return toPage(rows, limit, toLicenseLogDto);
  }
}

/** The documented fields in the documented order (interface, License log). */
function toLicenseLogDto([id, keyId, timeAt, ip, details, status]: LicenseLogRow): LicenseLogDto {
  return { id, key: keyId, timeAt: String(timeAt), ip, details, status: status as LicenseLogDto['status'] };
}
