import type { Search } from '../../platform/database/search';
import { numberEquals, textEquals } from '../../platform/database/search-conditions';
import { marks, type Statement } from '../../platform/database/statement-runner';
import type { LoggedLabel } from './verdict-labels';

export interface LicenseLogFilter {
  readonly keyId?: number;
  /** Only logs of these keys; for many keys, a condition on `license_logs.key_id`. */
  readonly keys?: readonly number[] | Statement;
  /** At least one. */
  readonly statuses?: readonly LoggedLabel[];
  /** Canonical address. */
  readonly ip?: string;
  /** Device id, unique per license key. */
  readonly device?: number;
  /** Inclusive, in milliseconds since the Unix epoch. */
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
  /** Only smaller ids. */
  readonly before?: number;
}

/** Newest first: by the key's index if the key is given, otherwise by id (decision 018). */
export function licenseLogSearch(filter: LicenseLogFilter): Omit<Search, 'table' | 'columns' | 'position'> {
  const { keyId, keys, statuses, ip, device, from, to } = filter;
  const key = keyId === undefined ? undefined : numberEquals('key_id', keyId);
  const conditions: Statement[] = key ? [key.condition] : [];
  if (statuses) conditions.push({ sql: `status IN (${marks(statuses)})`, parameters: [...statuses] });
  if (ip !== undefined) conditions.push(textEquals('ip', ip).condition);
  if (device !== undefined) conditions.push(numberEquals('device', device).condition);
  if (from !== undefined) conditions.push({ sql: 'timeAt >= ?', parameters: [from] });
  if (to !== undefined) conditions.push({ sql: 'timeAt < ?', parameters: [to] });
  // The condition looks up the key of each log, so a statement should look at fewer.
  const leads = keys && !isList(keys) ? [] : undefined;
  if (keys && !isList(keys)) conditions.push(keys);
  return { conditions, equal: key ? [key.equal] : [], ranges: [], leads, order: 'DESC' };
}

export function isList(keys: readonly number[] | Statement): keys is readonly number[] {
  return Array.isArray(keys);
}
