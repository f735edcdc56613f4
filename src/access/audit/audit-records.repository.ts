import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, MoreThan, Repository } from 'typeorm';
import { type LookBack, lookBack } from '../../platform/database/look-back';
import { retryConflicts } from '../../platform/database/retry-conflicts';
import { Readers } from '../../platform/database/reader';
import { type Found, search } from '../../platform/database/search';
import type { Actor } from './actor';
import { AuditRecord } from './audit-record.entity';
import { type AuditFilter, auditSearch } from './audit-search';
import type { Change, TargetType } from './change';
import { insertions } from '../../platform/database/insert-rows';
import { type PlainWrite, writeAll } from '../../platform/database/write-all';
import { belongsToRequest } from '../../platform/telemetry/transaction-trace';

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
  reason: string | null,
];

const COLUMNS =
  'id, at, apiKeyId, apiKeyName, address, requestId, action, targetType, targetId, `before`, `after`, reason';

/** Records read at a time for a stream. */
const STREAMED = 200;

@Injectable()
export class AuditRecordsRepository {
  constructor(
    @InjectRepository(AuditRecord) private readonly records: Repository<AuditRecord>,
    private readonly readers: Readers,
  ) {}

  /** Commits records together with the changes they describe. */
  within(transaction: EntityManager): AuditRecordsRepository {
    return new AuditRecordsRepository(transaction.withRepository(this.records), this.readers);
  }

  /** @param alongside further writes of the transaction */
  append(actor: Actor, changes: readonly Change[], alongside: readonly PlainWrite[] = []): Promise<void> {
    const at = Date.now();
    belongsToRequest(this.records.manager, actor.requestId);
    const records = insertions(
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
        reason: actor.reason ?? null,
      })),
    );
    return writeAll(this.records.manager, [...records, ...alongside]);
  }

  /**
   * Rewrites states and reasons in up to `size` records of a target after an id: the only change to recorded data, to
   * erase a person. @returns the last id; undefined if there are no more
   */
  async rewrite(
    targetType: TargetType,
    targetId: number,
    { after, size }: { after: number; size: number },
    change: (state: object) => object,
  ): Promise<number | undefined> {
    const where = { targetType, targetId, id: MoreThan(after) };
    const found = await this.records.find({ where, order: { id: 'ASC' }, take: size });
    for (const record of found) await this.rewriteOne(record, change);
    return found.length === size ? found[size - 1].id : undefined;
  }

  /** Rewrites a record as `rewrite` does. */
  rewriteOne(record: AuditRecord, change: (state: object) => object): Promise<void> {
    return retryConflicts(() => this.write(record, change));
  }

  /** Those of up to `size` records before an id whose states contain a text. `last` is the last id; undefined if there are no more. */
  async findWith(text: string, portion: LookBack): Promise<{ records: AuditRecord[]; last?: number }> {
    const condition = { sql: 'INSTR(`before`, ?) > 0 OR INSTR(`after`, ?) > 0', parameters: [text, text] };
    const { ids, last } = await lookBack(this.readers.streams, 'audit_log', condition, portion);
    const records = ids.length === 0 ? [] : await this.records.find({ where: { id: In(ids) } });
    return { records, last };
  }

  /** As `rewrite`, for all records after an id, in a transaction that has locked the target. */
  async rewriteAll(targetType: TargetType, targetId: number, after: number, change: (state: object) => object) {
    const found = await this.records.find({ where: { targetType, targetId, id: MoreThan(after) } });
    for (const record of found) await this.write(record, change);
  }

  /** 0 without records. */
  async findNewestId(targetType: TargetType, targetId: number): Promise<number> {
    return (await this.records.maximum('id', { targetType, targetId })) ?? 0;
  }

  /** In milliseconds since the Unix epoch; undefined without records. */
  async findNewestTime(): Promise<number | undefined> {
    const [newest] = await this.records.find({ select: { id: true, at: true }, order: { id: 'DESC' }, take: 1 });
    return newest?.at;
  }

  /** @returns how many were deleted, at most `most` */
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

  private async write(record: AuditRecord, change: (state: object) => object): Promise<void> {
    const { id, before, after, reason } = record;
    const states = { before: rewritten(before, change), after: rewritten(after, change) };
    const now = Object.assign(states, change({ reason }) as Pick<AuditRecord, 'reason'>);
    if (now.before !== before || now.after !== after || now.reason !== reason) await this.records.update({ id }, now);
  }

  /** Newest first, in pages of `size`; each page is read on demand. */
  async *search(filter: AuditFilter, size: number, reader = this.readers.pages): AsyncGenerator<Found<AuditRecord>> {
    const what = { table: 'audit_log', columns: COLUMNS, ...auditSearch(filter) };
    for await (const { items, upTo } of search<AuditRow>(reader, what, size)) {
      yield { items: items.map(toAuditRecord), upTo };
    }
  }

  /** As `search`, for streams. */
  async *searchAll(filter: AuditFilter): AsyncGenerator<AuditRecord[]> {
    for await (const { items } of this.search(filter, STREAMED, this.readers.streams)) yield items;
  }
}

const rewritten = (state: string | null, change: (state: object) => object): string | null =>
  state === null ? null : JSON.stringify(change(JSON.parse(state) as object));

function toAuditRecord(row: AuditRow): AuditRecord {
  const [id, at, apiKeyId, apiKeyName, address, requestId, action, targetType, targetId, before, after, reason] = row;
  return { id, at, apiKeyId, apiKeyName, address, requestId, action, targetType, targetId, before, after, reason };
}
