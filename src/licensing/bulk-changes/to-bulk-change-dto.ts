import type { KeyFilterDto } from '../license-keys/dto/key-filter.dto';
import type { BulkChange } from './bulk-change.entity';
import type { BulkChangeDto, ChangedKeyDto } from './dto/bulk-change.dto';
import type { KeyChangeDto } from './dto/key-change.dto';
import { CHANGED, FAILURES, type RowResult, UNCHANGED } from './row-results';

export function toBulkChangeDto(entity: BulkChange): BulkChangeDto {
  const { processed, changed, failed } = entity;
  return {
    id: entity.id,
    state: entity.state,
    change: JSON.parse(entity.change) as KeyChangeDto,
    // JSON leaves out undefined fields.
    ids: entity.idCount ?? undefined,
    filter: entity.filter === null ? undefined : (JSON.parse(entity.filter) as KeyFilterDto),
    processed,
    changed,
    unchanged: processed - changed - failed,
    failed,
    progress: progressOf(entity),
    createdAt: entity.createdAt,
    endedAt: entity.endedAt,
    creator: entity.creator,
    requestId: entity.requestId,
    reason: entity.reason ?? undefined,
    msg: entity.msg ?? undefined,
  };
}

/** A filter's matches aren't counted in advance: progress is estimated from the position among the record ids. */
function progressOf({ state, idCount, processed, position, lastId }: BulkChange): number {
  if (state === 'done') return 1;
  const share = idCount === null ? position / Math.max(1, lastId) : processed / idCount;
  return Math.round(share * 1e4) / 1e4;
}

/** @param key undefined if the license key is gone or hidden */
export function toChangedKeyDto({ id, code }: RowResult, key: string | undefined): ChangedKeyDto {
  if (code === CHANGED) return { id, key, outcome: 'changed' };
  if (code === UNCHANGED) return { id, key, outcome: 'unchanged' };
  return { id, key, outcome: 'failed', msg: FAILURES[code] };
}
