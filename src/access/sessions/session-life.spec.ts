import { endOf } from './session-life';

const HOUR_MS = 60 * 60 * 1000;
const START = 1_767_225_600_000;

it.each([
  ['an hour after its last use', 0, START + HOUR_MS],
  ['an hour after a later one', 5.5 * HOUR_MS, START + 6.5 * HOUR_MS],
  ['twelve hours after its beginning, however it is used', 11.9 * HOUR_MS, START + 12 * HOUR_MS],
])('a session ends %s', (_, used, end) => {
  expect(endOf({ expiresAt: START + 12 * HOUR_MS, lastUsedAt: START + used })).toBe(end);
});
