import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { type Page, toPage } from '../http/paging';
import { AuditRecord } from './audit-record.entity';
import type { AuditRecordDto } from './dto/audit-record.dto';
import type { ListAuditDto } from './dto/list-audit.dto';

const DEFAULT_LIMIT = 100;

@Injectable()
export class AuditService {
  constructor(@InjectRepository(AuditRecord) private readonly records: Repository<AuditRecord>) {}

  /** The most recent matching records, newest first; `next` is the `before` of the following page, if more follow. */
  async getPage({ limit = DEFAULT_LIMIT, before, from, to, ...equal }: ListAuditDto): Promise<Page<AuditRecordDto>> {
    const query = this.records.createQueryBuilder('record').orderBy('record.id', 'DESC');
    for (const [field, value] of Object.entries(equal)) {
      if (value !== undefined) query.andWhere({ [field]: value });
    }
    if (before !== undefined) query.andWhere('record.id < :before', { before });
    if (from !== undefined) query.andWhere('record.at >= :from', { from });
    if (to !== undefined) query.andWhere('record.at < :to', { to });
    const entities = await query.limit(limit + 1).getMany();
    return toPage(entities, limit, toAuditRecordDto);
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
