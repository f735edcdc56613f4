import type { ContentChangeDto } from '../../api/schema';
import { grouped } from '../../text/numbers';

type Value = ContentChangeDto['after'];

const EFFECTS = { gains: 'Gains', loses: 'Loses', changes: 'Changes' } as const;
const TERMS: Readonly<Record<string, string>> = {
  seats: 'seats',
  leaseSeconds: 'lease in seconds',
  graceDays: 'days of grace',
};

/** `Gains print`, `Loses projects: 50 → 5`, `Gains seats: 2 → no limit`. */
export function contentInWords({ term, effect, before, after }: ContentChangeDto): string {
  const name = TERMS[term] ?? term.replace(/^entitlements\./, '');
  const none = term === 'seats' ? 'no limit' : undefined;
  const values = [before, after].map((value) => words(value) ?? none).filter((text) => text !== undefined);
  return `${EFFECTS[effect]} ${name}${values.length > 0 ? `: ${values.join(' → ')}` : ''}`;
}

/** Undefined for what is just there, or isn't. */
function words(value: Value): string | undefined {
  if (value === undefined || value === true) return undefined;
  return typeof value === 'number' ? grouped(value) : String(value);
}
