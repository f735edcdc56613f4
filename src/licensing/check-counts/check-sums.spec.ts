import { DAY_MS, HOUR_MS } from '../../platform/time-ranges/spans';
import { CheckSums } from './check-sums';

const DAY = Date.UTC(2026, 2, 1);

describe('CheckSums', () => {
  it('adds checks up by the hours and the days in which they were, each by product and verdict', () => {
    const sums = new CheckSums();
    sums.add(DAY + HOUR_MS - 1, 6, 'AUTHORISED', 2);
    sums.add(DAY + HOUR_MS, 6, 'AUTHORISED', 3);
    sums.add(DAY, 6, 'AUTHORISED', 5);
    sums.add(DAY, 6, 'EXPIRED', 7);
    sums.add(DAY, 0, 'AUTHORISED', 11);
    sums.add(DAY - 1, 6, 'AUTHORISED', 13);
    expect(
      sums.all.map(({ span, startsAt, product, status, checks }) => [span, startsAt, product, status, checks]),
    ).toEqual([
      [HOUR_MS, DAY - HOUR_MS, 6, 'AUTHORISED', 13],
      [HOUR_MS, DAY, 0, 'AUTHORISED', 11],
      [HOUR_MS, DAY, 6, 'AUTHORISED', 7],
      [HOUR_MS, DAY, 6, 'EXPIRED', 7],
      [HOUR_MS, DAY + HOUR_MS, 6, 'AUTHORISED', 3],
      [DAY_MS, DAY - DAY_MS, 6, 'AUTHORISED', 13],
      [DAY_MS, DAY, 0, 'AUTHORISED', 11],
      [DAY_MS, DAY, 6, 'AUTHORISED', 10],
      [DAY_MS, DAY, 6, 'EXPIRED', 7],
    ]);
    expect(sums.latestHour).toBe(DAY + HOUR_MS);
  });
});
