import type { LicenseLogFilter } from '../license-logs/license-log-search';
import { LOGGED_LABELS, type LoggedLabel } from '../license-logs/verdict-labels';
import type { LoggedCheckFilterDto } from './dto/logged-check-filter.dto';

/** What of a filter the logs themselves can tell. */
export type LogFilter = Pick<LicenseLogFilter, 'keyId' | 'statuses' | 'ip'>;

/**
 * The labels that a filter lets through, some of which may be contradictory.
 * @returns undefined when that is all of them
 */
export function wantedLabels({ status, pass }: LoggedCheckFilterDto): LoggedLabel[] | undefined {
  const wanted = LOGGED_LABELS.filter(
    (label) =>
      (status === undefined || status.includes(label)) && (pass === undefined || pass === (label === 'AUTHORISED')),
  );
  return wanted.length === LOGGED_LABELS.length ? undefined : wanted;
}

/** Whether a log fulfils a filter, as a search decides it. */
export function fulfils(
  { keyId, statuses, ip }: LogFilter,
  log: { readonly keyId: number; readonly status: string; readonly ip: string },
): boolean {
  return (
    (keyId === undefined || keyId === log.keyId) &&
    (statuses === undefined || statuses.includes(log.status as LoggedLabel)) &&
    (ip === undefined || ip === log.ip)
  );
}
