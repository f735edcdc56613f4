import { Injectable } from '@nestjs/common';
import { firstPage, type Page } from '../../platform/http/answers/paging';
import type { AuditRecord } from './audit-record.entity';
import { AuditRecordsRepository } from './audit-records.repository';
import type { AuditFilter } from './audit-search';
import type { AuditRecordDto } from './dto/audit-record.dto';
import type { ExportedAuditRecordDto } from './dto/export-audit.dto';
import type { ListAuditDto } from './dto/list-audit.dto';

const DEFAULT_LIMIT = 100;

@Injectable()
export class AuditService {
  constructor(private readonly records: AuditRecordsRepository) {}

  /** Newest first; fewer records when `isLate`. `next` is the following page's `before`, if more may follow. */
  getPage({ limit = DEFAULT_LIMIT, ...filter }: ListAuditDto, isLate: () => boolean): Promise<Page<AuditRecordDto>> {
    return firstPage(this.records.search(filter, limit + 1), limit, toAuditRecordDto, isLate);
  }

  /** All matching records, newest first, as rows of `AUDIT_COLUMNS`. */
  async *rows(filter: AuditFilter): AsyncGenerator<ExportedAuditRecordDto[]> {
    for await (const records of this.records.searchAll(filter)) yield records.map(toExportedRecord);
  }
}

export const AUDIT_COLUMNS = [
  'id',
  'time',
  'apiKeyId',
  'apiKeyName',
  'address',
  'requestId',
  'action',
  'targetType',
  'targetId',
  'before',
  'after',
  'reason',
] as const satisfies (keyof ExportedAuditRecordDto)[];

function toExportedRecord({ at, ...record }: AuditRecord): ExportedAuditRecordDto {
  return Object.assign({ time: new Date(at).toISOString() }, record);
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
    // JSON leaves out undefined fields.
    reason: entity.reason ?? undefined,
  };
}

function parseJson(text: string | null): object | null {
  return text === null ? null : (JSON.parse(text) as object);
}
