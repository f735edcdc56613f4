import type { Reader } from '../database/reader';
import {
  beginsWith,
  type Found,
  type IndexPart,
  numberEquals,
  search,
  type Search,
  textEquals,
} from '../database/search';
import type { Statement } from '../database/statement-runner';
import { canonicalRange } from '../http/address';
import type { ListLicenseKeysDto } from './dto/list-license-keys.dto';
import { LICENSE_KEY_COLUMNS, type LicenseKeyRow, toLicenseKey } from './find-license-keys';
import { lastSeenHour } from './last-seen-hour';
import type { LicenseKey } from './license-key.entity';

export type LicenseKeyFilter = Omit<ListLicenseKeysDto, 'limit'>;

/**
 * Reads the keys that fulfil a filter by ascending id, some at a time; the next are read when they are asked for (decision 018).
 * @param size most keys that are wanted at a time
 */
export async function* searchLicenseKeys(
  reader: Reader,
  filter: LicenseKeyFilter,
  size?: number,
): AsyncGenerator<Found<LicenseKey>> {
  const what = {
    table: 'license_keys',
    columns: LICENSE_KEY_COLUMNS,
    ...conditionsOf(filter),
    ranges: rangesOf(filter),
    position: filter.after,
  };
  for await (const { items, upTo } of search<LicenseKeyRow>(reader, what, size)) {
    yield { items: items.map(toLicenseKey), upTo };
  }
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

function conditionsOf(filter: LicenseKeyFilter): Pick<Search, 'conditions' | 'equal'> {
  const { uid, pid, status, disabled, locked, ip, keyPrefix, expiresBefore, lastSeenBefore, lastSeenAfter } = filter;
  const equalities = [
    ...(uid === undefined ? [] : [textEquals('uuid', uid)]),
    ...(ip === undefined ? [] : [textEquals('ip', canonicalRange(ip) ?? '')]),
    ...Object.entries({ product: pid, status, disabled, locked }).flatMap(([column, value]) =>
      value === undefined ? [] : [numberEquals(column, Number(value))],
    ),
  ];
  const conditions = equalities.map(({ condition }) => condition);
  const add = (sql: string, ...parameters: Statement['parameters']) => conditions.push({ sql, parameters });
  if (keyPrefix !== undefined) conditions.push(beginsWith('`key`', keyPrefix).condition);
  if (expiresBefore !== undefined) add('expiresAt + 0 < ?', expiresBefore);
  if (lastSeenBefore !== undefined) add('lastSeen < ?', lastSeenBefore);
  if (lastSeenAfter !== undefined) add('lastSeen > ?', lastSeenAfter);
  return { conditions, equal: equalities.map(({ equal }) => equal) };
}
