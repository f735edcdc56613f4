import type { Verdict } from '../license-check/verdict';

/** How uses are answered that are neither accepted nor refused because a check of the license key would not pass. */
export const REFUSED_USES = ['USED UP', 'NO METER', 'TOO OLD', 'USE ID TAKEN'] as const;
type RefusedUse = (typeof REFUSED_USES)[number];

export type UseLabel = 'ACCEPTED' | RefusedUse | Verdict['status'];

/** Where a meter stands in a period. */
export interface Standing {
  readonly used: number;
  /** Up to the limit; what its overage allows besides is not in it. */
  readonly remaining: number;
  /** When the meter begins again, in milliseconds since the Unix epoch; absent if it never does. */
  readonly resetsAt?: number;
}

export interface UseVerdict extends Partial<Standing> {
  readonly status: UseLabel;
  readonly pass: boolean;
  readonly details: string;
}

export const accepted = (standing: Standing): UseVerdict => ({
  status: 'ACCEPTED',
  pass: true,
  details: 'The use was counted.',
  ...standing,
});

export const usedUp = (standing: Standing): UseVerdict => ({
  ...refused('USED UP', 'The license does not have that many uses left.'),
  ...standing,
});

const refused = (status: RefusedUse, details: string): UseVerdict => ({ status, pass: false, details });

export const NO_METER = refused('NO METER', 'The license has no meter of this name.');
export const TOO_OLD = refused('TOO OLD', 'The use is older than 35 days, and no longer counted.');
export const USE_ID_TAKEN = refused('USE ID TAKEN', 'Another use of the license has this useId.');
