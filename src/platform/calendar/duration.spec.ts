import { Temporal } from 'temporal-polyfill';
import { addDuration, parseDuration } from './duration';

const at = (text: string): number => Date.parse(text);
const shown = (time: number | undefined): string => (time === undefined ? '' : new Date(time).toISOString());
const plus = (text: string, duration: string): string => shown(addDuration(at(text), parseDuration(duration)!));

it.each([
  ['2027-01-31', 'P1M', '2027-02-28'],
  ['2028-01-31', 'P1M', '2028-02-29'],
  ['2027-01-30', 'P1M', '2027-02-28'],
  ['2027-01-28', 'P1M', '2027-02-28'],
  ['2027-01-31', 'P2M', '2027-03-31'],
  ['2027-01-31', 'P3M', '2027-04-30'],
  ['2027-03-31', 'P1M', '2027-04-30'],
  ['2027-05-31', 'P1M', '2027-06-30'],
  ['2027-08-31', 'P1M', '2027-09-30'],
  ['2027-10-31', 'P1M', '2027-11-30'],
  ['2027-12-31', 'P1M', '2028-01-31'],
  ['2027-12-31', 'P2M', '2028-02-29'],
  ['2026-12-31', 'P2M', '2027-02-28'],
  ['2027-11-30', 'P3M', '2028-02-29'],
  ['2028-02-29', 'P1Y', '2029-02-28'],
  ['2028-02-29', 'P4Y', '2032-02-29'],
  ['2028-02-29', 'P12M', '2029-02-28'],
  ['2028-02-29', 'P1M', '2028-03-29'],
  ['2027-02-28', 'P1Y', '2028-02-28'],
  ['2096-02-29', 'P4Y', '2100-02-28'],
  ['2100-02-28', 'P1D', '2100-03-01'],
  ['2000-02-28', 'P1D', '2000-02-29'],
  ['2027-02-28', 'P1D', '2027-03-01'],
  ['2028-02-28', 'P1D', '2028-02-29'],
  ['2027-12-31', 'P1D', '2028-01-01'],
  ['2027-03-28', 'P1D', '2027-03-29'],
  ['2027-10-31', 'P1D', '2027-11-01'],
  ['2027-01-01', 'P14D', '2027-01-15'],
  ['2027-01-20', 'P14D', '2027-02-03'],
  ['2027-01-01', 'P2W', '2027-01-15'],
  ['2027-12-25', 'P1W', '2028-01-01'],
  ['2027-01-31', 'P1M1D', '2027-03-01'],
  ['2028-01-31', 'P1M1D', '2028-03-01'],
  ['2027-01-31', 'P1Y1M1D', '2028-03-01'],
  ['2027-06-15', 'P6M', '2027-12-15'],
  ['2027-06-15', 'P18M', '2028-12-15'],
  ['2027-06-15', 'P1Y6M', '2028-12-15'],
  ['2027-06-15', 'P10Y', '2037-06-15'],
  ['1970-01-01', 'P100Y', '2070-01-01'],
  ['2027-06-15', 'P365D', '2028-06-14'],
])('%s and %s is %s, at the same time of the day', (from, duration, to) => {
  expect(plus(`${from}T00:00:00.000Z`, duration)).toBe(`${to}T00:00:00.000Z`);
  expect(plus(`${from}T23:59:59.999Z`, duration)).toBe(`${to}T23:59:59.999Z`);
});

it('agrees with Temporal on 10,000 random times and durations', () => {
  const below = (limit: number): number => Math.floor(Math.random() * limit);
  for (let index = 0; index < 10_000; index++) {
    const time = below(at('2200-01-01T00:00:00.000Z'));
    const [years, months, days] = [below(30), below(40), below(2) * below(800)];
    if (years + months + days === 0) continue;
    const text = `P${years > 0 ? `${years}Y` : ''}${months > 0 ? `${months}M` : ''}${days > 0 ? `${days}D` : ''}`;
    const zoned = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC');
    expect([time, text, addDuration(time, parseDuration(text)!)]).toEqual([
      time,
      text,
      zoned.add({ years, months, days }).epochMilliseconds,
    ]);
  }
});

it.each([
  '',
  'P',
  'P0D',
  'P0Y0M',
  'P-1M',
  '-P1M',
  'P1.5M',
  'P1,5M',
  'PT12H',
  'P1DT1H',
  'P1Y1W',
  'P1W1D',
  'P1D1M',
  'p1m',
  ' P1M',
  'P1M ',
  '1M',
  'P101Y',
  'P1201M',
  'P36526D',
  'P99999Y',
  'P1M\n',
])('takes %j for no duration', (text) => expect(parseDuration(text)).toBeUndefined());

it('knows no time later than a date can be', () => {
  expect(addDuration(8_640_000_000_000_000, { months: 0, days: 1 })).toBeUndefined();
  expect(addDuration(Number.MAX_SAFE_INTEGER, { months: 1, days: 0 })).toBeUndefined();
});
