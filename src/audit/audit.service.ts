import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Reader, readersOf } from '../database/reader';
import { firstPage, type Page } from '../http/paging';
import type { AuditRecord } from './audit-record.entity';
import type { AuditRecordDto } from './dto/audit-record.dto';
import type { ListAuditDto } from './dto/list-audit.dto';
import { searchAuditRecords } from './search-audit-records';

const DEFAULT_LIMIT = 100;

@Injectable()
export class AuditService {
  private readonly reader: Reader;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.reader = readersOf(dataSource).pages;
  }

  /**
   * The most recent matching records, newest first, fewer when it gets late; `next` is the `before` of the following page,
   * if more may follow.
   */
  getPage({ limit = DEFAULT_LIMIT, ...filter }: ListAuditDto, isLate: () => boolean): Promise<Page<AuditRecordDto>> {
    return firstPage(searchAuditRecords(this.reader, filter, limit + 1), limit, toAuditRecordDto, isLate);
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
