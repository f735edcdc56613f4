import { isTimeZone, lastDays } from './local-days';

const hours = (timeZone: string, now: number, count: number) =>
  lastDays(count, timeZone, now).map(({ day, from }, index, all) => [
    day,
    ((all[index + 1]?.from ?? now) - from) / 3_600_000,
  ]);

describe('the days of a time zone', () => {
  it('begin at its midnight, and are as long as its clocks make them', () => {
    expect(lastDays(2, 'UTC', Date.UTC(2026, 10, 23, 14, 11))).toEqual([
      { day: '2026-11-22', from: Date.UTC(2026, 10, 22) },
      { day: '2026-11-23', from: Date.UTC(2026, 10, 23) },
    ]);
    expect(hours('Europe/Berlin', Date.UTC(2026, 9, 26, 11), 3)).toEqual([
      ['2026-10-24', 24],
      ['2026-10-25', 25],
      ['2026-10-26', 12],
    ]);
    expect(hours('Asia/Kathmandu', Date.UTC(2026, 2, 1, 18, 15), 2)).toEqual([
      ['2026-03-01', 24],
      ['2026-03-02', 0],
    ]);
  });

  it('may begin at one o’clock, or be left out', () => {
    expect(hours('America/Sao_Paulo', Date.UTC(2018, 10, 5, 2), 2)).toEqual([
      ['2018-11-04', 23],
      ['2018-11-05', 0],
    ]);
    const [before, after] = lastDays(2, 'Pacific/Apia', Date.UTC(2011, 11, 30, 12));
    expect([before.day, after.day]).toEqual(['2011-12-29', '2011-12-31']);
  });

  it('are known for time zones alone', () => {
    expect(['Europe/Berlin', 'UTC'].every(isTimeZone)).toBe(true);
    expect(['Berlin', '', 'Europe/Berlin; DROP TABLE', '../etc'].some(isTimeZone)).toBe(false);
  });
});
