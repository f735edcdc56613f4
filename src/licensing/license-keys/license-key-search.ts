import type { IndexPart, Search } from '../../platform/database/search';
import {
  beginsWith,
  beginsWithText,
  isNull,
  numberEquals,
  textEquals,
} from '../../platform/database/search-conditions';
import type { Statement } from '../../platform/database/statement-runner';
import { filteredValues } from '../../platform/fields/records';
import type { KeyFilterDto } from './dto/key-filter.dto';
import { lastSeenHour } from './last-seen-hour';
import { LICENSE_KEY_FIELDS } from './license-key-fields';

/** A filter and a cursor: only keys with ids greater than `after`. */
export type LicenseKeyFilter = KeyFilterDto & { after?: number };

export function licenseKeySearch(filter: LicenseKeyFilter): Omit<Search, 'table' | 'columns'> {
  return { ...conditionsOf(filter), ranges: rangesOf(filter), position: filter.after };
}

function rangesOf(filter: LicenseKeyFilter): IndexPart[][] {
  const { keyPrefix, uidPrefix, expiresBefore, expiresAfter, lastSeenBefore, lastSeenAfter, hasSeats } = filter;
  const ranges: IndexPart[][] = [];
  if (keyPrefix !== undefined) ranges.push(beginsWith('`key`', keyPrefix).range);
  if (uidPrefix !== undefined) ranges.push(beginsWithText('uuid', uidPrefix).range);
  if (expiresBefore !== undefined || expiresAfter !== undefined) {
    const sql = 'expiresAt > ? AND expiresAt <= ?';
    const parameters = [expiresAfter ?? -1, (expiresBefore ?? Number.MAX_SAFE_INTEGER + 1) - 1];
    ranges.push([{ column: 'expiresAt', sql, parameters }]);
  }
  if (lastSeenBefore !== undefined || lastSeenAfter !== undefined) {
    const column = 'lastSeenHour';
    const parameters = [lastSeenAfter ?? 0, lastSeenBefore ?? Number.MAX_SAFE_INTEGER].map(lastSeenHour);
    const seen = { column, sql: 'lastSeenHour BETWEEN ? AND ?', parameters };
    const never = { column, sql: 'lastSeenHour IS NULL', parameters: [] };
    ranges.push(lastSeenAfter === undefined ? [never, seen] : [seen]);
  }
  // Not "IS NOT NULL": SQLite would read the index from its start, where the keys without seats are.
  if (hasSeats) ranges.push([{ column: 'seats', sql: 'seats > ?', parameters: [0] }]);
  return ranges;
}

function conditionsOf(filter: LicenseKeyFilter): Pick<Search, 'conditions' | 'equal'> {
  const { hasSeats, keyPrefix, uidPrefix, expiresBefore, expiresAfter, lastSeenBefore, lastSeenAfter } = filter;
  const equalities = [
    ...filteredValues(LICENSE_KEY_FIELDS, filter).map(([column, value]) =>
      typeof value === 'string' ? textEquals(column, value) : numberEquals(column, value),
    ),
    ...(hasSeats === false ? [isNull('seats')] : []),
  ];
  const conditions = equalities.map(({ condition }) => condition);
  const add = (sql: string, ...parameters: Statement['parameters']) => conditions.push({ sql, parameters });
  if (keyPrefix !== undefined) conditions.push(beginsWith('`key`', keyPrefix).condition);
  if (uidPrefix !== undefined) conditions.push(beginsWithText('uuid', uidPrefix).condition);
  if (expiresBefore !== undefined) add('expiresAt + 0 < ?', expiresBefore);
  if (expiresAfter !== undefined) add('expiresAt + 0 > ?', expiresAfter);
  if (lastSeenBefore !== undefined) add('lastSeen < ?', lastSeenBefore);
  if (lastSeenAfter !== undefined) add('lastSeen > ?', lastSeenAfter);
  if (hasSeats) add('seats + 0 > ?', 0);
  return { conditions, equal: equalities.map(({ equal }) => equal) };
}
