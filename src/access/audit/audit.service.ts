import { Injectable } from '@nestjs/common';
import { firstPage, type Page } from '../../platform/http/answers/paging';
import type { AuditRecord } from './audit-record.entity';
import { AuditRecordsRepository } from './audit-records.repository';
import type { AuditRecordDto } from './dto/audit-record.dto';
import type { ListAuditDto } from './dto/list-audit.dto';

const DEFAULT_LIMIT = 100;

@Injectable()
export class AuditService {
  constructor(private readonly records: AuditRecordsRepository) {}

  /** Newest first; fewer records when `isLate`. `next` is the following page's `before`, if more may follow. */
  getPage({ limit = DEFAULT_LIMIT, ...filter }: ListAuditDto, isLate: () => boolean): Promise<Page<AuditRecordDto>> {
    return firstPage(this.records.search(filter, limit + 1), limit, toAuditRecordDto, isLate);
  }
}

function toAuditRecordDto(entity: AuditRecord): AuditRecordDto {
  return {
    id: entity.id,
    at: entity.at,
    apiKeyId: entity.apiKeyId,
    apiKeyName: entity.apiKeyName,
    address: entity.address,
    requestId: entity.requestId,
    action: entity.action,
    targetType: entity.targetType,
    targetId: entity.targetId,
    before: parseJson(entity.before),
    after: parseJson(entity.after),
  };
}

function parseJson(text: string | null): object | null {
  return text === null ? null : (JSON.parse(text) as object);
}
