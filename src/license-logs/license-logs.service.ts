import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, type Repository } from 'typeorm';
import { notFound } from '../http/errors';
import { type Page, toPage } from '../http/paging';
import { LICENSE_KEY_NOT_FOUND, LicenseKeysService } from '../license-keys/license-keys.service';
import type { LicenseLogDto } from './dto/license-log.dto';
import type { ListLicenseLogsDto } from './dto/list-license-logs.dto';
import { LicenseLog } from './license-log.entity';

export const NO_LOGS_FOUND = 'No logs were found for this license key.';
const DEFAULT_LIMIT = 100;

@Injectable()
export class LicenseLogsService {
  constructor(
    @InjectRepository(LicenseLog) private readonly licenseLogs: Repository<LicenseLog>,
    private readonly licenseKeys: LicenseKeysService,
  ) {}

  /**
   * The most recent logs of a license key, newest first; `next` is the `before` of the following page, if more follow.
   * @throws {ApiError} 404 when there is no such key, or it has no logs (interface, operation 4)
   */
  async getPage(id: string, { limit = DEFAULT_LIMIT, before }: ListLicenseLogsDto): Promise<Page<LicenseLogDto>> {
    const keyId = await this.licenseKeys.findId(id);
    if (keyId === undefined) throw notFound(LICENSE_KEY_NOT_FOUND);
    const entities = await this.licenseLogs.find({
      where: { keyId, ...(before !== undefined && { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    if (entities.length === 0) throw notFound(NO_LOGS_FOUND);
    return toPage(entities, limit, toLicenseLogDto);
  }
}

/** The documented fields in the documented order (interface, License log). */
function toLicenseLogDto(entity: LicenseLog): LicenseLogDto {
  return {
    id: entity.id,
    key: entity.keyId,
    timeAt: String(entity.timeAt),
    ip: entity.ip,
    details: entity.details,
    status: entity.status as LicenseLogDto['status'],
  };
}
