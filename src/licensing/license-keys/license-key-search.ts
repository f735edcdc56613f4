import { ofCustomer } from '../../catalog/customers/customer-words';
import { ofProduct } from '../../catalog/products/product-words';
import { canonicalRange } from '../../platform/addresses/address';
import { BY_ID, type Ordering, type Place } from '../../platform/database/ordered-search';
import type { Lead } from '../../platform/database/leads';
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
import {
  type Alternative,
  beginningWith,
  type Term,
  wordAlternative,
  wordOfOwner,
  wordSearch,
} from '../../platform/search-index/word-query';
import { KINDS } from '../../platform/search-index/worded';
import { checkedFrom } from '../check-addresses/address-query';
import type { KeyFilterDto } from './dto/key-filter.dto';
import { KEY } from './key-reference';
import { lastSeenHour } from './last-seen-hour';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import { storedEnding } from './license-key-words';
import type { LicenseKey } from './license-key.entity';

/** A filter and a cursor: only keys with ids greater than `after`. */
export type LicenseKeyFilter = KeyFilterDto & { after?: number };

export const LICENSE_KEY_ORDERS = {
  oldest: BY_ID,
  newest: { ...BY_ID, direction: 'DESC' },
  expiresAt: { column: 'expiresAt', direction: 'ASC', isText: false, hasNulls: true },
  lastSeen: { column: 'lastSeenHour', direction: 'DESC', isText: false, hasNulls: true },
  uid: { column: 'uuid', direction: 'ASC', isText: true, hasNulls: false },
} as const satisfies Record<string, Ordering>;

export type LicenseKeyOrder = keyof typeof LICENSE_KEY_ORDERS;

/** A key's position in an order. */
export function placeIn(order: LicenseKeyOrder, { id, expiresAt, lastSeen, uuid }: LicenseKey): Place {
  const values = { expiresAt, lastSeen: lastSeen === 0 ? null : lastSeenHour(lastSeen), uid: uuid };
  return { id, value: order === 'oldest' || order === 'newest' ? null : values[order] };
}

export function licenseKeySearch(filter: LicenseKeyFilter): Omit<Search, 'table' | 'columns'> {
  const { conditions, equal } = conditionsOf(filter);
  const words = filter.q === undefined ? undefined : wordSearch(filter.q, waysToFind);
  return {
    conditions: [...conditions, ...(words?.conditions ?? [])],
    equal,
    ranges: rangesOf(filter),
    leads: words?.leads,
    position: filter.after,
  };
}

/** Shorter parts of license keys would match too many. */
const LEAST_OF_KEY = 4;

/** A generated license key that lost its hyphens on the way. */
const WITHOUT_HYPHENS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;

const OWNERS = [ofCustomer('license_keys', 'uuid'), ofProduct('license_keys', 'product')];

/**
 * A word of the key, its devices' names, its customer or product; the key's beginning or end, the end of a former
 * value, its record id, its address or range, or an address of its checks.
 */
function waysToFind({ ranges, token }: Term): Alternative[] {
  const ways = ranges.flatMap((range) => [
    wordAlternative(KINDS.licenseKey, 'license_keys.id', range),
    ...OWNERS.map((owner) => wordOfOwner(owner, range)),
  ]);
  if (token.length >= LEAST_OF_KEY && KEY.test(token)) ways.push(...byKey(token));
  if (WITHOUT_HYPHENS.test(token)) ways.push(...byKey(token.replace(WITHOUT_HYPHENS, '$1-$2-$3-$4-$5')));
  if (/^[0-9]{1,10}$/.test(token)) ways.push(byColumn(numberEquals('id', Number(token))));
  const range = canonicalRange(token);
  if (range !== undefined) ways.push(byColumn(textEquals('ip', range)));
  return [...ways, ...checkedFrom(token, 'license_keys.id')];
}

function byKey(text: string): Alternative[] {
  const spellings = new Set([text, text.toLowerCase(), text.toUpperCase()]);
  const beginnings = Array.from(spellings, (spelling): Alternative => {
    const { condition, range } = beginsWith('`key`', spelling);
    return { condition, lead: idsWhere(range[0]) };
  });
  return [
    ...beginnings,
    {
      condition: {
        sql: '(LOWER(SUBSTR(`key`, ?)) = ? OR (SELECT 1 FROM former_keys WHERE former_keys.key_id = license_keys.id AND LOWER(SUBSTR(former_keys.`key`, ?)) = ? LIMIT 1) = 1)',
        parameters: [-text.length, text.toLowerCase(), -text.length, text.toLowerCase()],
      },
      lead: wordAlternative(KINDS.keyEnding, 'license_keys.id', beginningWith(storedEnding(text))).lead,
    },
  ];
}

function byColumn({ condition, equal }: { condition: Statement; equal: Statement }): Alternative {
  return { condition, lead: idsWhere(equal) };
}

function idsWhere({ sql, parameters }: Statement): Lead {
  return { sql: `SELECT id FROM license_keys WHERE ${sql}`, parameters };
}

function rangesOf(filter: LicenseKeyFilter): IndexPart[][] {
  const { keyPrefix, uidPrefix, expiresBefore, expiresAfter, lastSeenBefore, lastSeenAfter, hasSeats, hasPlan } =
    filter;
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
  if (hasPlan) ranges.push([{ column: 'plan', sql: 'plan > ?', parameters: [''] }]);
  return ranges;
}

function conditionsOf(filter: LicenseKeyFilter): Pick<Search, 'conditions' | 'equal'> {
  const { hasSeats, hasPlan, keyPrefix, uidPrefix, expiresBefore, expiresAfter, lastSeenBefore, lastSeenAfter } =
    filter;
  const equalities = [
    ...filteredValues(LICENSE_KEY_FIELDS, filter).map(([column, value]) => {
      if (value === null) return isNull(column);
      return typeof value === 'string' ? textEquals(column, value) : numberEquals(column, value);
    }),
    ...(hasSeats === false ? [isNull('seats')] : []),
    ...(hasPlan === false ? [isNull('plan')] : []),
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
  if (hasPlan) add('plan IS NOT NULL');
  return { conditions, equal: equalities.map(({ equal }) => equal) };
}
