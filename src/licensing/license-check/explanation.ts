import { CONDITIONS, type JudgedKey, type JudgedRequest, type RuleName } from './verdict';
import type { VerdictLabel } from '../license-logs/verdict-labels';
import type { Seating } from '../seats/seat-plan';

export const OUTCOMES = ['passed', 'refused', 'notReached', 'notJudged'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface RuleReport {
  readonly rule: RuleName;
  readonly label: VerdictLabel;
  readonly outcome: Outcome;
  readonly saw: string;
}

const EXISTS = { rule: 'exists', label: 'NOT FOUND' } as const;

export const RULES: readonly RuleName[] = [EXISTS.rule, ...CONDITIONS.map(({ rule }) => rule)];

/**
 * Each rule's answer, in order; rules after a refusal answer too, to show further obstacles. @param former note about a
 * former key, if one was sent
 */
export function explain(
  key: (JudgedKey & { readonly id: number }) | undefined,
  request: JudgedRequest,
  now: number,
  seating: Seating | undefined,
  former?: string,
): RuleReport[] {
  if (!key) {
    const saw = 'There is no license key to look at.';
    const unknown = former ?? 'No license key is, or has as its record id, what was sent.';
    return [
      { ...EXISTS, outcome: 'refused', saw: unknown },
      ...CONDITIONS.map(({ rule, label }) => ({ rule, label, outcome: 'notReached', saw }) as const),
    ];
  }
  const refusal = CONDITIONS.findIndex(({ refuses }) => refuses(key, request, now, seating));
  return [
    { ...EXISTS, outcome: 'passed', saw: former ?? `There is such a license key; its record id is ${key.id}.` },
    ...CONDITIONS.map(({ rule, label, isAsked, saw }, index): RuleReport => {
      const isReached = refusal < 0 || index < refusal;
      const isJudged = isAsked?.(key, request, now, seating) ?? true;
      const outcome = index === refusal ? 'refused' : !isReached ? 'notReached' : isJudged ? 'passed' : 'notJudged';
      return { rule, label, outcome, saw: saw(key, request, now, seating) };
    }),
  ];
}
