import type { PlanDto } from '../api/schema';
import { leaseInWords } from '../keys/lease-input';
import { periodInWords } from '../keys/meters-text';
import { counted, grouped } from '../text/numbers';

const UNITS = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const;

/** `P1Y6M` in words: "1 year, 6 months". */
export function durationInWords(duration: string): string {
  const parts = [...duration.matchAll(/(\d+)([YMWD])/g)];
  return parts.map(([, count, unit]) => counted(Number(count), UNITS[unit as keyof typeof UNITS])).join(', ');
}

/** What a plan says of the time and the devices of its license keys, as rows of a comparison. */
export const TERMS: readonly Term[] = [
  {
    label: 'Seats',
    words: ({ seats }) => (seats === undefined ? 'not counted' : grouped(seats)),
  },
  {
    label: 'Lease',
    words: ({ seats, leaseSeconds }) =>
      seats === undefined ? '–' : (leaseInWords(leaseSeconds) ?? `${grouped(leaseSeconds ?? 0)} seconds`),
  },
  { label: 'Runs for', words: ({ duration }) => (duration === undefined ? 'for ever' : durationInWords(duration)) },
  {
    label: 'Begins',
    words: ({ duration, starts }) =>
      duration === undefined ? '–' : starts === 'firstCheck' ? 'at first check' : 'when created',
  },
  {
    label: 'Grace',
    words: ({ duration, graceDays }) =>
      graceDays === undefined ? (duration === undefined ? 'not needed' : 'none') : counted(graceDays, 'day'),
  },
  { label: 'Updates', words: ({ updates }) => (updates === undefined ? 'all' : durationInWords(updates)) },
];

/** `500 a month, up to 10% more` */
function meterInWords({ limit, period, overage = 0 }: NonNullable<PlanDto['meters']>[string]): string {
  return `${grouped(limit)} ${periodInWords(period)}${overage > 0 ? `, up to ${overage}% more` : ''}`;
}

/** A row of a comparison of plans. */
export interface Term {
  readonly label: string;
  /** Whether its label is a name that programs use. */
  readonly isName?: boolean;
  /** Undefined for a plan that doesn't have it. */
  readonly words: (plan: PlanDto) => string | undefined;
}

/** Everything that some of the plans say: their terms, then what they contain by its name. */
export const comparisonOf = (plans: readonly PlanDto[]): readonly (readonly Term[])[] => [
  TERMS,
  namesIn(plans, ({ entitlements }) => entitlements).map((label) => ({
    label,
    isName: true,
    words: ({ entitlements = {} }) =>
      Object.hasOwn(entitlements, label) ? valueInWords(entitlements[label]) : undefined,
  })),
  namesIn(plans, ({ meters }) => meters).map((label) => ({
    label,
    isName: true,
    words: ({ meters = {} }) => (Object.hasOwn(meters, label) ? meterInWords(meters[label]) : undefined),
  })),
];

/** In the order in which they first appear. */
const namesIn = (plans: readonly PlanDto[], of: (plan: PlanDto) => object | undefined): string[] => [
  ...new Set(plans.flatMap((plan) => Object.keys(of(plan) ?? {}))),
];

function valueInWords(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? grouped(value) : value;
}
