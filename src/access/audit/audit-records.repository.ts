import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { type Found, search } from '../../platform/database/search';
import type { Actor } from './actor';
import { AuditRecord } from './audit-record.entity';
import { type AuditFilter, auditSearch } from './audit-search';
import type { Change } from './change';
import { insertRows } from '../../platform/database/insert-rows';

/** A row of `COLUMNS`. */
type AuditRow = readonly [
  id: number,
  at: number,
  apiKeyId: number | null,
  apiKeyName: string,
  address: string,
  requestId: string,
  action: AuditRecord['action'],
  targetType: AuditRecord['targetType'],
  targetId: number,
  before: string | null,
  after: string | null,
];

const COLUMNS = 'id, at, apiKeyId, apiKeyName, address, requestId, action, targetType, targetId, `before`, `after`';

/** The one owner of the audit's table. Records are only ever appended. */
@Injectable()
export class AuditRecordsRepository {
  constructor(
    @InjectRepository(AuditRecord) private readonly records: Repository<AuditRecord>,
    private readonly readers: Readers,
  ) {}

  /** The same within the transaction of the changes themselves, so that neither is without the other. */
  within(transaction: EntityManager): AuditRecordsRepository {
    return new AuditRecordsRepository(transaction.withRepository(this.records), this.readers);
  }

  /** Appends the changes that somebody makes, as many as one statement may (`ROWS_A_STATEMENT`). */
  async append(actor: Actor, changes: readonly Change[]): Promise<void> {
    const at = Date.now();
    await insertRows(
      this.records.manager,
      'audit_log',
      changes.map(({ action, targetType, targetId, before, after }) => ({
        at,
        apiKeyId: actor.apiKeyId,
        apiKeyName: actor.name,
        address: actor.address,
        requestId: actor.requestId,
        action,
        targetType,
        targetId,
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
      })),
    );
  }

  /** The records that a filter lets through, newest first, some at a time; the next are read when they are asked for. */
  async *search(filter: AuditFilter, size: number): AsyncGenerator<Found<AuditRecord>> {
    const what = { table: 'audit_log', columns: COLUMNS, ...auditSearch(filter) };
    for await (const { items, upTo } of search<AuditRow>(this.readers.pages, what, size)) {
      yield { items: items.map(toAuditRecord), upTo };
    }
  }
}

function toAuditRecord(row: AuditRow): AuditRecord {
  const [id, at, apiKeyId, apiKeyName, address, requestId, action, targetType, targetId, before, after] = row;
  return { id, at, apiKeyId, apiKeyName, address, requestId, action, targetType, targetId, before, after };
}
