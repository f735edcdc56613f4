import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { LoggedCheckDto, PastStateDto } from '../api/schema';
import { PASSED, RELEASED } from '../overview/verdicts';
import { HOUR_MS } from '../text/times';
import type { ExplainedLog } from './explained-log';

const AROUND_MS = HOUR_MS / 2;
/** So many checks of each half hour are read, the newest: one sees no more of them anyway. */
const MOST = 40;

/** The hour around a check; it ends now if that is sooner. */
export function hourOf({ past, at: now }: ExplainedLog): { from: number; to: number } {
  return { from: past.at - AROUND_MS, to: Math.max(past.at, Math.min(past.at + AROUND_MS, now)) };
}

/** The checks of the same license key in that hour, oldest first, and whether there are more. */
export const checksAround = (explained: ExplainedLog) =>
  queryOptions({
    queryKey: ['keys', 'around', explained.past.log, hourOf(explained).to],
    queryFn: async ({ signal }) => {
      const { from, to } = hourOf(explained);
      const { log, at } = explained.past;
      const read = (query: { from: number; to?: number; before?: number }) =>
        answerOf(
          api.GET('/api/logs', {
            params: { query: { key: String(explained.licenseKey.id), limit: MOST, ...query } },
            signal,
          }),
        );
      const [after, before] = await Promise.all([read({ from: at, to: to + 1 }), read({ from, before: log + 1 })]);
      const checks = new Map([...after, ...before].map((check) => [check.id, check]));
      return {
        checks: [...checks.values()].toSorted((a, b) => a.id - b.id),
        isCut: after.length === MOST || before.length === MOST,
      };
    },
  });

type Answered = 'passed' | 'refused' | 'released';

export function answeredOf({ status }: Pick<LoggedCheckDto, 'status'>): Answered {
  if (status === PASSED) return 'passed';
  return status === RELEASED ? 'released' : 'refused';
}

const BECAME = { disabled: 'enabled', notActive: 'made active', expired: 'extended', valid: 'valid' } as const;
const STATES = { valid: 'valid', disabled: 'disabled', notActive: 'not active', expired: 'expired' } as const;

/** `disabled by shop`, `enabled by Mira Lindqvist`, `valid`. */
export function stateInWords({ state, by, reason }: PastStateDto, before: PastStateDto | undefined): string {
  const word = state === 'valid' && before ? BECAME[before.state] : STATES[state];
  return by === undefined ? word : `${word} by ${by}${reason ? `, “${reason}”` : ''}`;
}
