import type { ContentChangeDto } from '../../api/schema';
import type { MeterPeriod } from '../../../../src/platform/fields/meters';
import { grouped } from '../../text/numbers';
import { periodInWords } from '../meters-text';

type Value = ContentChangeDto['after'];

const EFFECTS = { gains: 'Gains', loses: 'Loses', changes: 'Changes' } as const;
const TERMS: Readonly<Record<string, string>> = {
  seats: 'seats',
  leaseSeconds: 'lease in seconds',
  graceDays: 'days of grace',
};

/** `Gains print`, `Loses projects: 50 → 5`, `Gains seats: 2 → no limit`. */
export function contentInWords({ term, effect, before, after }: ContentChangeDto): string {
  const name = TERMS[term] ?? nameOf(term);
  const none = term === 'seats' ? 'no limit' : undefined;
  const values = [before, after].map((value) => words(value) ?? none).filter((text) => text !== undefined);
  return `${EFFECTS[effect]} ${name}${values.length > 0 ? `: ${values.join(' → ')}` : ''}`;
}

/** Of an entitlement or a meter: `print`, `exports a month`. */
function nameOf(term: string): string {
  const [, meter, period] = /^meters\.(.+)\.(.+)$/.exec(term) ?? [];
  return period === undefined
    ? term.replace(/^entitlements\./, '')
    : `${meter} ${periodInWords(period as MeterPeriod)}`;
}

/** Undefined for what is just there, or isn't. */
function words(value: Value): string | undefined {
  if (value === undefined || value === true) return undefined;
  return typeof value === 'number' ? grouped(value) : String(value);
}
