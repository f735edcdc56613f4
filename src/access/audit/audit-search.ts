import type { IndexPart, Search } from '../../platform/database/search';
import { numberEquals, textEquals } from '../../platform/database/search-conditions';
import type { Statement } from '../../platform/database/statement-runner';
import type { ListAuditDto } from './dto/list-audit.dto';

export type AuditFilter = Omit<ListAuditDto, 'limit'>;

export function auditSearch({ before, from, to, ...filter }: AuditFilter): Omit<Search, 'table' | 'columns'> {
  const { apiKeyId, address, requestId, action, targetType, targetId } = filter;
  const indexed = [
    ...(apiKeyId === undefined ? [] : [numberEquals('apiKeyId', apiKeyId)]),
    ...(address === undefined ? [] : [textEquals('address', address)]),
    ...(requestId === undefined ? [] : [textEquals('requestId', requestId)]),
    ...(action === undefined ? [] : [textEquals('action', action)]),
  ];
  const conditions = indexed.map(({ condition }) => condition);
  const equal = indexed.map(({ equal }) => equal);
  // The index has both columns, and is ordered by id only where both are equal.
  const type = targetType === undefined ? undefined : textEquals('targetType', targetType);
  const id = targetId === undefined ? undefined : numberEquals('targetId', targetId);
  if (type) conditions.push(type.condition);
  if (id) conditions.push(id.condition);
  if (type && id) equal.push(bothOf(type.equal, id.equal));
  if (from !== undefined) conditions.push({ sql: 'at + 0 >= ?', parameters: [from] });
  if (to !== undefined) conditions.push({ sql: 'at + 0 < ?', parameters: [to] });
  const isBounded = from !== undefined || to !== undefined;
  const ranges = isBounded ? [[timeRange(from ?? 0, to ?? Number.MAX_SAFE_INTEGER)]] : [];
  return { conditions, equal, ranges, position: before, order: 'DESC' };
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
