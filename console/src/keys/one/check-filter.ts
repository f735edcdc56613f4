import type { LoggedCheckDto, UsageDto, UsedDayDto } from '../../api/schema';
import { PASSED, REFUSALS } from '../../overview/verdicts';
import { firstOf, useSearchParams } from '../../search-params';

export const RANGES = [7, 30, 90] as const;
type Outcome = 'passed' | 'refused';

/** Which checks of a license key are listed. All of it stands in the address. */
export interface CheckFilter {
  /** How many days up to today. */
  days: number;
  outcome?: Outcome;
  /** Id of a device of the license key. */
  device?: number;
}

/** What the address asks for. Without a range it is the shortest in which there was a check. */
export function useCheckFilter(usage: UsageDto | undefined) {
  const [search, change] = useSearchParams();
  const [days, outcome, device] = ['days', 'outcome', 'device'].map((name) => firstOf(search[name]));
  const filter: CheckFilter = {
    days: RANGES.find((range) => String(range) === days) ?? shortest(usage),
    outcome: outcome === 'passed' || outcome === 'refused' ? outcome : undefined,
    device: device !== undefined && /^\d{1,10}$/.test(device) ? Number(device) : undefined,
  };
  const narrow = (changed: Partial<CheckFilter>) =>
    change(Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value?.toString()])));
  return [filter, narrow] as const;
}

function shortest(usage: UsageDto | undefined): number {
  const last = usage?.devices
    .flatMap(({ days }) => days.at(-1)?.day ?? [])
    .toSorted()
    .at(-1);
  return RANGES.find((range) => last !== undefined && usage!.days.slice(-range).includes(last)) ?? 90;
}

/** As the API takes it. */
export function queryOf(keyId: number, { days, outcome, device }: CheckFilter, now: number) {
  const from = new Date(now);
  from.setHours(0, 0, 0, 0);
  from.setDate(from.getDate() - days + 1);
  const status = { passed: [PASSED], refused: Object.keys(REFUSALS) }[
    outcome ?? 'passed'
  ] as LoggedCheckDto['status'][];
  return { key: String(keyId), from: from.getTime(), device, status: outcome && status };
}

type Sum = Pick<UsedDayDto, 'passed' | 'refused'>;
export type DaySums = ReadonlyMap<string, Sum>;

/** How many checks there were by day, of the device that is chosen or of all. Days that the API didn't look at wholly are left out. */
export function daySums(usage: UsageDto, { days: range, device }: CheckFilter): DaySums {
  const sums = new Map<string, Sum>();
  const counted = new Set(usage.days.slice(-range).filter((day) => !isCut(usage, day)));
  for (const used of usage.devices.filter(({ id }) => device === undefined || id === device)) {
    for (const { day, passed, refused } of used.days) {
      if (counted.has(day)) sums.set(day, add(sums.get(day), { passed, refused }));
    }
  }
  return sums;
}

export const total = (sums: DaySums): Sum => [...sums.values()].reduce(add, NONE);

const NONE: Sum = { passed: 0, refused: 0 };
const add = (one: Sum = NONE, other: Sum): Sum => ({
  passed: one.passed + other.passed,
  refused: one.refused + other.refused,
});

const isCut = ({ since }: UsageDto, day: string) => since !== undefined && day <= dayOf(since);

const DAY = new Intl.DateTimeFormat('sv-SE');
/** `2026-11-23`, in the reader's time zone. */
export const dayOf = (at: number) => DAY.format(at);
