import type { Reader } from '../database/reader';
import { type Found, type IndexPart, numberEquals, search, type Search, textEquals } from '../database/search';
import type { Statement } from '../database/statement-runner';
import type { AuditRecord } from './audit-record.entity';
import type { ListAuditDto } from './dto/list-audit.dto';

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

/** Reads the records that a filter lets through, newest first, some at a time; the next are read when they are asked for. */
export async function* searchAuditRecords(
  reader: Reader,
  filter: Omit<ListAuditDto, 'limit'>,
  size: number,
): AsyncGenerator<Found<AuditRecord>> {
  for await (const { items, upTo } of search<AuditRow>(reader, searchOf(filter), size)) {
    yield { items: items.map(toAuditRecord), upTo };
  }
}

function searchOf({ before, from, to, ...filter }: Omit<ListAuditDto, 'limit'>): Search {
  const { apiKeyId, address, requestId, action, targetType, targetId } = filter;
  const indexed = [
    ...(apiKeyId === undefined ? [] : [numberEquals('apiKeyId', apiKeyId)]),
    ...(address === undefined ? [] : [textEquals('address', address)]),
    ...(requestId === undefined ? [] : [textEquals('requestId', requestId)]),
    ...(action === undefined ? [] : [textEquals('action', action)]),
  ];
  const conditions = indexed.map(({ condition }) => condition);
  const equal = indexed.map(({ equal }) => equal);
  // One index has both, in the order of ids for both together only.
  const type = targetType === undefined ? undefined : textEquals('targetType', targetType);
  const id = targetId === undefined ? undefined : numberEquals('targetId', targetId);
  if (type) conditions.push(type.condition);
  if (id) conditions.push(id.condition);
  if (type && id) equal.push(bothOf(type.equal, id.equal));
  if (from !== undefined) conditions.push({ sql: 'at + 0 >= ?', parameters: [from] });
  if (to !== undefined) conditions.push({ sql: 'at + 0 < ?', parameters: [to] });
  const isBounded = from !== undefined || to !== undefined;
  const ranges = isBounded ? [[timeRange(from ?? 0, to ?? Number.MAX_SAFE_INTEGER)]] : [];
  return { table: 'audit_log', columns: COLUMNS, conditions, equal, ranges, position: before, order: 'DESC' };
}

const timeRange = (from: number, to: number): IndexPart => ({
  column: 'at',
  sql: 'at >= ? AND at < ?',
  parameters: [from, to],
});

const bothOf = (one: Statement, other: Statement): Statement => ({
  sql: `${one.sql} AND ${other.sql}`,
  parameters: [...one.parameters, ...other.parameters],
});

function toAuditRecord(row: AuditRow): AuditRecord {
  const [id, at, apiKeyId, apiKeyName, address, requestId, action, targetType, targetId, before, after] = row;
  return { id, at, apiKeyId, apiKeyName, address, requestId, action, targetType, targetId, before, after };
}
