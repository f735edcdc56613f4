import { MOST_TRIES, waitAfter } from './schedule';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const NOW = Date.UTC(2026, 0, 1);
const waits = (random: number) =>
  Array.from({ length: MOST_TRIES }, (_, index) => waitAfter({ tries: index + 1 }, NOW, random));

it('tries ten times within 75 hours and 35 minutes', () => {
  const even = waits(0.5);
  expect(even).toHaveLength(10);
  expect(even.at(-1)).toBeUndefined();
  const sum = even.reduce<number>((total, wait) => total + (wait ?? 0), 0);
  expect(sum).toBe(75 * HOUR + 35 * MINUTE + 5 * SECOND);
});

it('spreads tries by a tenth', () => {
  for (const [least, even, most] of waits(0).map((wait, index) => [wait, waits(0.5)[index], waits(1)[index]])) {
    if (even === undefined) continue;
    expect([least, most]).toEqual([Math.round(even * 0.9), Math.round(even * 1.1)]);
  }
});

it.each([
  [429, '600', 600 * SECOND],
  [503, '600', 600 * SECOND],
  [503, new Date(NOW + HOUR).toUTCString(), HOUR],
  [503, '1', 5 * SECOND],
  [503, '999999999', 24 * HOUR],
  [500, '600', 5 * SECOND],
  [503, 'soon', 5 * SECOND],
  [503, '-5', 5 * SECOND],
  [503, new Date(NOW - HOUR).toUTCString(), 5 * SECOND],
])('after %i with Retry-After: %s waits %i ms', (status, retryAfter, wait) =>
  expect(waitAfter({ tries: 1, status, retryAfter }, NOW, 0.5)).toBe(wait),
);
