import type { LicenseLogFilter } from '../license-logs/license-log-search';
import { LOGGED_LABELS, type LoggedLabel } from '../license-logs/verdict-labels';
import type { LoggedCheckFilterDto } from './dto/logged-check-filter.dto';

/** The part of a filter that logs alone can answer. */
export type LogFilter = Pick<LicenseLogFilter, 'keyId' | 'statuses' | 'ip'>;

/** The labels that pass the filter; none if its fields contradict each other. @returns undefined for all labels */
export function wantedLabels({ status, pass }: LoggedCheckFilterDto): LoggedLabel[] | undefined {
  const wanted = LOGGED_LABELS.filter(
    (label) =>
      (status === undefined || status.includes(label)) && (pass === undefined || pass === (label === 'AUTHORISED')),
  );
  return wanted.length === LOGGED_LABELS.length ? undefined : wanted;
}

/** Whether a log matches a filter, by the same rules as a search. */
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
