import type { Verdict } from '../license-check/verdict';

/** Answers to uses that are neither accepted nor refused by a check of the license key. */
export const REFUSED_USES = ['USED UP', 'NO METER', 'TOO OLD', 'USE ID TAKEN'] as const;
type RefusedUse = (typeof REFUSED_USES)[number];

export type UseLabel = 'ACCEPTED' | RefusedUse | Verdict['status'];

/** A meter's count in a period. */
export interface Standing {
  readonly used: number;
  /** Uses left up to the limit, without the overage. */
  readonly remaining: number;
  /** When the next period begins, in milliseconds since the Unix epoch; absent if there is none. */
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
