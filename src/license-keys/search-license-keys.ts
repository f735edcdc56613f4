import { beginsWith, type IndexPart, textEquals } from '../database/search';
import type { Statement, StatementRunner } from '../database/statement-runner';
import { canonicalRange } from '../http/address';
import type { ListLicenseKeysDto } from './dto/list-license-keys.dto';
import { selectLicenseKeys } from './find-license-keys';
import { lastSeenHour } from './last-seen-hour';
import type { LicenseKey } from './license-key.entity';

export type LicenseKeyFilter = Omit<ListLicenseKeysDto, 'limit'>;

/**
 * Reads the keys that fulfil a filter by ascending id, some at a time; the next are read when they are asked for (decision 018).
 * @param size most keys at a time, unless they were found by an index
 */
export function searchLicenseKeys(
  statements: StatementRunner,
  filter: LicenseKeyFilter,
  size?: number,
): AsyncGenerator<LicenseKey[]> {
  const what = { conditions: conditionsOf(filter), ranges: rangesOf(filter), after: filter.after };
  return selectLicenseKeys(statements, what, size);
}

function rangesOf({ keyPrefix, expiresBefore, lastSeenBefore, lastSeenAfter }: LicenseKeyFilter): IndexPart[][] {
  const ranges: IndexPart[][] = [];
  if (keyPrefix !== undefined) ranges.push(beginsWith('`key`', keyPrefix).range);
  if (expiresBefore !== undefined) {
    ranges.push([{ column: 'expiresAt', sql: 'expiresAt < ?', parameters: [expiresBefore] }]);
  }
  if (lastSeenBefore !== undefined || lastSeenAfter !== undefined) {
    const column = 'lastSeenHour';
    const parameters = [lastSeenAfter ?? 0, lastSeenBefore ?? Number.MAX_SAFE_INTEGER].map(lastSeenHour);
    const seen = { column, sql: 'lastSeenHour BETWEEN ? AND ?', parameters };
    const never = { column, sql: 'lastSeenHour IS NULL', parameters: [] };
    ranges.push(lastSeenAfter === undefined ? [never, seen] : [seen]);
  }
  return ranges;
}

function conditionsOf(filter: LicenseKeyFilter): Statement[] {
  const { uid, pid, status, disabled, locked, ip, keyPrefix, expiresBefore, lastSeenBefore, lastSeenAfter } = filter;
  const conditions: Statement[] = [];
  const add = (sql: string, ...parameters: Statement['parameters']) => conditions.push({ sql, parameters });
  if (uid !== undefined) conditions.push(textEquals('uuid', uid));
  for (const [column, value] of Object.entries({ product: pid, status, disabled, locked })) {
    if (value !== undefined) add(`${column} = ?`, Number(value));
  }
  if (ip !== undefined) add('ip = ?', canonicalRange(ip) ?? '');
  if (keyPrefix !== undefined) conditions.push(beginsWith('`key`', keyPrefix).condition);
  if (expiresBefore !== undefined) add('expiresAt < ?', expiresBefore);
  if (lastSeenBefore !== undefined) add('lastSeen < ?', lastSeenBefore);
  if (lastSeenAfter !== undefined) add('lastSeen > ?', lastSeenAfter);
  return conditions;
}
