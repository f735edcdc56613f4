import { EXPIRY_PRESETS, extendedFrom } from '../src/keys/expiry-presets';
import { type CheckFilter, daySums, total } from '../src/keys/one/check-filter';

const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 12).getTime();
const ends = (from: number) => EXPIRY_PRESETS.map(({ endFrom }) => new Date(endFrom(from)).toString().slice(4, 15));

const day = (date: string, passed: number, refused: number) => ({
  day: date,
  passed,
  refused,
  address: '',
  details: '',
});

describe('the ends that people choose by name', () => {
  it('are a month, a year, and the end of the year later, by the calendar', () => {
    expect(ends(at(2026, 11, 23))).toEqual(['Dec 23 2026', 'Nov 23 2027', 'Dec 31 2026']);
    expect(ends(at(2027, 1, 31))).toEqual(['Feb 28 2027', 'Jan 31 2028', 'Dec 31 2027']);
    expect(ends(new Date(2026, 11, 31, 23, 59).getTime())).toEqual(['Jan 31 2027', 'Dec 31 2027', 'Dec 31 2027']);
  });

  it('begin at the end that there is, unless a month more would be past', () => {
    const now = at(2026, 11, 23);
    const [soon, ended, longAgo] = [at(2026, 12, 1), at(2026, 11, 20), at(2026, 10, 1)];
    expect([soon, ended, longAgo, undefined].map((end) => extendedFrom(end, now))).toEqual([soon, ended, now, now]);
  });
});

describe('the sums of days', () => {
  const usage = {
    from: 0,
    days: ['2026-11-21', '2026-11-22', '2026-11-23'],
    complete: true,
    passed: 0,
    refused: 0,
    devices: [
      { key: 1, id: 1, passed: 9, refused: 0, days: [day('2026-11-21', 5, 0), day('2026-11-23', 4, 0)] },
      { key: 1, id: 2, passed: 0, refused: 3, days: [day('2026-11-22', 0, 2), day('2026-11-23', 0, 1)] },
    ],
    addresses: [],
    otherAddresses: 0,
  };
  const sumsFor = (filter: CheckFilter, since?: number) => daySums({ ...usage, since }, filter);

  it('are of the device and the days that are chosen', () => {
    expect(sumsFor({ days: 7 }).get('2026-11-23')).toEqual({ passed: 4, refused: 1 });
    expect(total(sumsFor({ days: 7 }))).toEqual({ passed: 9, refused: 3 });
    expect(total(sumsFor({ days: 2 }))).toEqual({ passed: 4, refused: 3 });
    expect(total(sumsFor({ days: 7, device: 2 }))).toEqual({ passed: 0, refused: 3 });
  });

  it('leave out days of which not all checks were looked at', () => {
    expect([...sumsFor({ days: 7 }, at(2026, 11, 22)).keys()]).toEqual(['2026-11-23']);
  });
});
