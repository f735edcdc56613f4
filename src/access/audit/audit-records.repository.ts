import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, Repository } from 'typeorm';
import { retryConflicts } from '../../platform/database/retry-conflicts';
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

/** The one owner of the audit's table. Records are only ever appended, and deleted when they are older than the operator keeps them. */
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

  /** When the newest record was written, in milliseconds since the Unix epoch; undefined when there is none. */
  async findNewestTime(): Promise<number | undefined> {
    const [newest] = await this.records.find({ select: { id: true, at: true }, order: { id: 'DESC' }, take: 1 });
    return newest?.at;
  }

  /** Deletes some of the records that are older than a time. @returns how many */
  async deleteOlder(before: number, most: number): Promise<number> {
    const old = await this.records.find({
      select: { id: true },
      where: { at: LessThan(before) },
      order: { at: 'ASC' },
      take: most,
    });
    if (old.length > 0) await retryConflicts(() => this.records.delete({ id: In(old.map(({ id }) => id)) }));
    return old.length;
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
