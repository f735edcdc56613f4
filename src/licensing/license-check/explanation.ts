import { CONDITIONS, type JudgedKey, type JudgedRequest, type RuleName } from './verdict';
import type { VerdictLabel } from '../license-logs/verdict-labels';
import type { Seating } from '../seats/seat-plan';

/** What became of a condition: whether it was asked at all, and reached. */
export const OUTCOMES = ['passed', 'refused', 'notReached', 'notJudged'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What one condition said about a check. */
export interface RuleReport {
  readonly rule: RuleName;
  /** The verdict's label when the rule refuses. */
  readonly label: VerdictLabel;
  readonly outcome: Outcome;
  readonly saw: string;
}

/** The rules in the order in which a check asks them. */
export const RULES: readonly RuleName[] = ['exists', ...CONDITIONS.map(({ rule }) => rule)];

/**
 * What each condition says, in their order: those behind the one that refuses aren't reached, and say all the same what they
 * would have looked at, so that no second obstacle comes as a surprise once the first is out of the way.
 * @param now milliseconds since the Unix epoch
 * @param seating undefined where the license key counts no devices
 */
export function explain(
  key: (JudgedKey & { readonly id: number }) | undefined,
  request: JudgedRequest,
  now: number,
  seating: Seating | undefined,
): RuleReport[] {
  if (!key) return unknownKey();
  let isRefused = false;
  const reports = CONDITIONS.map(({ rule, label, isAsked, refusal, saw }): RuleReport => {
    const outcome = isRefused
      ? 'notReached'
      : refusal(key, request, now, seating)
        ? 'refused'
        : (isAsked?.(key, request, now, seating) ?? true)
          ? 'passed'
          : 'notJudged';
    isRefused ||= outcome === 'refused';
    return { rule, label, outcome, saw: saw(key, request, now, seating) };
  });
  return [
    {
      rule: 'exists',
      label: 'NOT FOUND',
      outcome: 'passed',
      saw: `There is such a license key; its record id is ${key.id}.`,
    },
    ...reports,
  ];
}

function unknownKey(): RuleReport[] {
  const notReached = CONDITIONS.map(({ rule, label }): RuleReport => {
    return { rule, label, outcome: 'notReached', saw: 'There is no license key to look at.' };
  });
  return [
    {
      rule: 'exists',
      label: 'NOT FOUND',
      outcome: 'refused',
      saw: 'No license key is, or has as its record id, what was sent.',
    },
    ...notReached,
  ];
}
