import { isGone } from './link-limits';

const NOW = 1_800_000_000_000;

describe('a link', () => {
  it.each([
    ['without limits', null, null, 1_000_000, false],
    ['a millisecond before its expiry', NOW + 1, null, 0, false],
    ['at its expiry', NOW, null, 0, true],
    ['long after its expiry', 1, null, 0, true],
    ['with one visit left', null, 10, 9, false],
    ['with no visit left', null, 10, 10, true],
    ['whose limit was set below its count', null, 10, 11, true],
    ['with visits left after its expiry', NOW - 1, 10, 0, true],
    ['with no visit left before its expiry', NOW + 1, 1, 1, true],
    ['with both ahead', NOW + 1, 2, 1, false],
  ])('%s', (_, expiresAt, maxVisits, visits, gone) => {
    expect(isGone({ expiresAt, maxVisits }, visits, NOW)).toBe(gone);
  });
});
