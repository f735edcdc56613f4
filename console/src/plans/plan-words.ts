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
export const TERMS: readonly { readonly label: string; readonly words: (plan: PlanDto) => string }[] = [
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
export function meterInWords({ limit, period, overage = 0 }: NonNullable<PlanDto['meters']>[string]): string {
  return `${grouped(limit)} ${periodInWords(period)}${overage > 0 ? `, up to ${overage}% more` : ''}`;
}

/** All names of meters that some plan has, in the order in which they first appear. */
export const meterNames = (plans: readonly PlanDto[]): string[] => [
  ...new Set(plans.flatMap(({ meters = {} }) => Object.keys(meters))),
];

/** All names of entitlements that some plan has, in the order in which they first appear. */
export const entitlementNames = (plans: readonly PlanDto[]): string[] => [
  ...new Set(plans.flatMap(({ entitlements = {} }) => Object.keys(entitlements))),
];
