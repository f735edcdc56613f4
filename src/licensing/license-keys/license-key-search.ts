import type { IndexPart, Search } from '../../platform/database/search';
import {
  beginsWith,
  beginsWithText,
  isNull,
  numberEquals,
  textEquals,
} from '../../platform/database/search-conditions';
import type { Statement } from '../../platform/database/statement-runner';
import { canonicalRange } from '../../platform/addresses/address';
import type { KeyFilterDto } from './dto/key-filter.dto';
import { lastSeenHour } from './last-seen-hour';

/** A filter, and from where on: keys with a greater id than `after` only. */
export type LicenseKeyFilter = KeyFilterDto & { after?: number };

/** What of the license keys to search for the keys that fulfil a filter. */
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
  // Not "IS NOT NULL", for which SQLite would read the index from its beginning, where the keys without seats are.
  if (hasSeats) ranges.push([{ column: 'seats', sql: 'seats > ?', parameters: [0] }]);
  return ranges;
}

function conditionsOf(filter: LicenseKeyFilter): Pick<Search, 'conditions' | 'equal'> {
  const { uid, pid, status, disabled, locked, ip, hasSeats } = filter;
  const { keyPrefix, uidPrefix, expiresBefore, expiresAfter, lastSeenBefore, lastSeenAfter } = filter;
  const equalities = [
    ...(uid === undefined ? [] : [textEquals('uuid', uid)]),
    ...(ip === undefined ? [] : [textEquals('ip', canonicalRange(ip) ?? '')]),
    ...(hasSeats === false ? [isNull('seats')] : []),
    ...Object.entries({ product: pid, status, disabled, locked }).flatMap(([column, value]) =>
      value === undefined ? [] : [numberEquals(column, Number(value))],
    ),
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
