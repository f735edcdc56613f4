import type { Search } from '../../platform/database/search';
import { numberEquals, textEquals } from '../../platform/database/search-conditions';
import { marks, type Statement } from '../../platform/database/statement-runner';
import type { LoggedLabel } from './verdict-labels';

/** Which logs of all keys to find. */
export interface LicenseLogFilter {
  /** Record id of the license key. */
  readonly keyId?: number;
  /** Labels, any of which will do: at least one. */
  readonly statuses?: readonly LoggedLabel[];
  /** Canonical address. */
  readonly ip?: string;
  /** At this time or later, in milliseconds since the Unix epoch. */
  readonly from?: number;
  /** Before this time. */
  readonly to?: number;
  /** With a smaller id than this. */
  readonly before?: number;
}

/** What of the logs to search, newest first: by the index of their key where it is named, else along the ids (decision 084). */
export function licenseLogSearch(filter: LicenseLogFilter): Omit<Search, 'table' | 'columns' | 'position'> {
  const { keyId, statuses, ip, from, to } = filter;
  const key = keyId === undefined ? undefined : numberEquals('key_id', keyId);
  const conditions: Statement[] = key ? [key.condition] : [];
  if (statuses) conditions.push({ sql: `status IN (${marks(statuses)})`, parameters: [...statuses] });
  if (ip !== undefined) conditions.push(textEquals('ip', ip).condition);
  if (from !== undefined) conditions.push({ sql: 'timeAt >= ?', parameters: [from] });
  if (to !== undefined) conditions.push({ sql: 'timeAt < ?', parameters: [to] });
  return { conditions, equal: key ? [key.equal] : [], ranges: [], order: 'DESC' };
}
