import type { MeterPeriod } from '../../platform/fields/meters';
import { countedIn, periodOf } from './period';

const period = (kind: MeterPeriod, time: string, firstUse = '2027-01-31T10:00:00Z') => {
  const { name, startsAt, resetsAt } = periodOf(kind, Date.parse(time), Date.parse(firstUse));
  return [name, new Date(startsAt).toISOString(), resetsAt === null ? null : new Date(resetsAt).toISOString()];
};

describe('periodOf', () => {
  it.each([
    ['day', '2026-12-31T23:59:59.999Z', '2026-12-31', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['day', '2027-01-01T00:00:00.000Z', '2027-01-01', '2027-01-01T00:00:00.000Z', '2027-01-02T00:00:00.000Z'],
    ['month', '2026-12-31T23:59:59.999Z', '2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['month', '2028-02-29T23:59:59.999Z', '2028-02', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['month', '2028-03-01T00:00:00.000Z', '2028-03', '2028-03-01T00:00:00.000Z', '2028-04-01T00:00:00.000Z'],
  ] as const)('is by the calendar: %s at %s', (kind, time, ...expected) => {
    expect(period(kind, time)).toEqual(expected);
  });

  it.each([
    // From January 31, 10:00: a shorter month begins its own on its last day, and the next goes back to the 31st.
    ['2027-01-31T10:00:00.000Z', '#0', '2027-01-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
    ['2027-02-28T09:59:59.999Z', '#0', '2027-01-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
    ['2027-02-28T10:00:00.000Z', '#1', '2027-02-28T10:00:00.000Z', '2027-03-31T10:00:00.000Z'],
    ['2027-03-31T09:59:59.999Z', '#1', '2027-02-28T10:00:00.000Z', '2027-03-31T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', '#12', '2028-01-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
    // Recorded offline before the first one that was recorded.
    ['2026-12-30T10:00:00.000Z', '#0', '2027-01-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
  ])('is by months from the first use: at %s', (time, ...expected) => {
    expect(period('monthFromFirstUse', time)).toEqual(expected);
  });

  it('has no end if the meter counts in all', () => {
    expect(period('total', '2031-05-05T00:00:00Z')).toEqual(['all', '2027-01-31T10:00:00.000Z', null]);
  });
});

it('knows by the end that a use was told in which periods it has counted', () => {
  const usedAt = Date.UTC(2026, 10, 30, 12);
  const firstUse = Date.UTC(2026, 9, 17, 9);
  const named = (resetsAt: number | null) => countedIn({ usedAt, resetsAt }, firstUse);
  expect(named(null)).toEqual(['2026-11-30', 'all']);
  expect(named(Date.UTC(2026, 11, 17, 9))).toEqual(['2026-11-30', 'all', '#1']);
  // The last day of a month ends with it: a meter that counts days has no count of the month.
  expect(named(Date.UTC(2026, 11, 1))).toEqual(['2026-11-30', 'all', '2026-11']);
});
