import { isObject } from '../validation/json-object';
import { isCode } from './metadata';

/** When a meter starts over: by the calendar in UTC, monthly from its first use, or never. */
export const METER_PERIODS = ['day', 'month', 'monthFromFirstUse', 'total'] as const;
export type MeterPeriod = (typeof METER_PERIODS)[number];

/** Limits of a license key's uses, by meter. The console reads this file too. */
export interface Meter {
  /** Uses in a period. */
  readonly limit: number;
  readonly period: MeterPeriod;
  /** Percentage by which uses may exceed the limit; none if absent. */
  readonly overage?: number;
}

export type Meters = Readonly<Record<string, Meter>>;

const MOST_METERS = 16;
export const MOST_USES = 1_000_000_000;
const MOST_OVERAGE = 1000;
const PARTS: readonly string[] = ['limit', 'period', 'overage'];

export const METERS_SCHEMA = {
  type: 'object' as const,
  maxProperties: MOST_METERS,
  additionalProperties: {
    type: 'object' as const,
    required: ['limit', 'period'],
    properties: {
      limit: { type: 'integer', minimum: 0, maximum: MOST_USES },
      period: { type: 'string', enum: [...METER_PERIODS] },
      overage: { type: 'integer', minimum: 0, maximum: MOST_OVERAGE },
    },
  },
};

export const metersRule = (field: string): string =>
  `${field} must be an object of at most ${MOST_METERS} names with a limit and a period, such as {"exports": {"limit": 500, "period": "month"}}, or {} for none.`;

/** A sentence about the first mistake, if any. */
export function metersProblem(field: string, value: unknown): string | undefined {
  if (!isObject(value)) return metersRule(field);
  const entries = Object.entries(value);
  if (entries.length > MOST_METERS) return `${field} can have at most ${MOST_METERS} names.`;
  for (const [name, meter] of entries) {
    const problem = isCode(name)
      ? meterProblem(`"${name}" in ${field}`, meter)
      : `Each name in ${field} must be 1 to 64 letters, digits, ".", "_" or "-", beginning with a letter and ending with none of these signs.`;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function meterProblem(which: string, meter: unknown): string | undefined {
  if (!isObject(meter)) return `${which} must be an object, such as {"limit": 500, "period": "month"}.`;
  const unknown = Object.keys(meter).find((part) => !PARTS.includes(part));
  if (unknown !== undefined) return `${which} has "${unknown.slice(0, 64)}": it can have ${PARTS.join(', ')}.`;
  const { limit, period, overage } = meter;
  if (!isWhole(limit, MOST_USES)) return `The limit of ${which} must be an integer from 0 to ${MOST_USES}.`;
  if (!METER_PERIODS.some((each) => each === period))
    return `The period of ${which} must be ${METER_PERIODS.map((each) => `"${each}"`).join(' or ')}.`;
  if (overage === undefined || isWhole(overage, MOST_OVERAGE)) return undefined;
  return `The overage of ${which} must be an integer from 0 to ${MOST_OVERAGE}, in percent of the limit.`;
}

/** Canonical, so that texts can be compared; undefined if empty. */
export function metersText(meters: Meters): string | undefined {
  const names = Object.keys(meters).toSorted();
  if (names.length === 0) return undefined;
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, canonical(meters[name])])));
}

const canonical = ({ limit, period, overage }: Meter): Meter => ({ limit, period, overage: overage || undefined });

/** Most uses in a period, including the overage. */
export const mostUses = ({ limit, overage = 0 }: Meter): number => Math.floor((limit * (100 + overage)) / 100);

const isWhole = (value: unknown, maximum: number): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maximum;
