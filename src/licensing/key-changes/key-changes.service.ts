import { Injectable } from '@nestjs/common';
import { AuditService } from '../../access/audit/audit.service';
import type { AuditRecordDto } from '../../access/audit/dto/audit-record.dto';
import { notFound } from '../../platform/errors/errors';
import type { Page } from '../../platform/http/answers/paging';
import { LICENSE_KEY_NOT_FOUND, LicenseKeysService } from '../license-keys/license-keys.service';
import type { KeyChangeRecordDto, ListKeyChangesDto } from './dto/key-change-record.dto';

/** Audit records of one license key, for callers who may see the key but not the audit. */
@Injectable()
export class KeyChangesService {
  constructor(
    private readonly licenseKeys: LicenseKeysService,
    private readonly audit: AuditService,
  ) {}

  /** Newest first; fewer when `isLate`. @throws {ApiError} 404 for an unknown key */
  async getPage(
    id: string,
    { limit, before }: ListKeyChangesDto,
    isLate: () => boolean,
  ): Promise<Page<KeyChangeRecordDto>> {
    const targetId = await this.licenseKeys.findId(id);
    if (targetId === undefined) throw notFound(LICENSE_KEY_NOT_FOUND);
    const { items, next } = await this.audit.getPage({ limit, before, targetType: 'licenseKey', targetId }, isLate);
    return { items: items.map(toKeyChangeRecordDto), next };
  }
}

function toKeyChangeRecordDto({
  id,
  at,
  apiKeyName,
  action,
  before,
  after,
  reason,
}: AuditRecordDto): KeyChangeRecordDto {
  return { id, at, apiKeyName, action, before, after, reason };
}
