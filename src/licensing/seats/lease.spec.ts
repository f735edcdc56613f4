import * as fc from 'fast-check';
import { expiredUpTo, leaseEnd } from './lease';

const MINUTE = 60_000;
const T = 1_767_225_600_000;

describe('leaseEnd', () => {
  it.each([
    ['no outage', [], T + MINUTE],
    ['an outage after its end', [{ from: T + MINUTE, until: T + 2 * MINUTE }], T + MINUTE],
    ['an outage before the device was seen', [{ from: T - MINUTE, until: T }], T + MINUTE],
    ['an outage that it ends in', [{ from: T + 10, until: T + 5 * MINUTE }], T + 6 * MINUTE],
    ['a short outage before its end', [{ from: T + 10, until: T + 6_010 }], T + 6_010 + MINUTE],
    [
      'an outage that begins a millisecond before its end',
      [{ from: T + MINUTE - 1, until: T + 9 * MINUTE }],
      T + 10 * MINUTE,
    ],
    [
      'two outages, the second in what the first gave',
      [
        { from: T + 10, until: T + 5 * MINUTE },
        { from: T + 5.5 * MINUTE, until: T + 20 * MINUTE },
      ],
      T + 21 * MINUTE,
    ],
    [
      'two outages, the second after what the first gave',
      [
        { from: T + 10, until: T + 5 * MINUTE },
        { from: T + 6 * MINUTE, until: T + 20 * MINUTE },
      ],
      T + 6 * MINUTE,
    ],
  ])('with %s', (_, outages, expected) => {
    expect(leaseEnd(T, 60, outages)).toBe(expected);
  });
});

describe('expiredUpTo', () => {
  it('is true to the millisecond', () => {
    expect(expiredUpTo(T + MINUTE, 60, [])).toBe(T);
    expect(expiredUpTo(T + MINUTE - 1, 60, [])).toBe(T - 1);
  });

  it('leaves no lease to a device that was never seen, though nothing is known of the time before the service', () => {
    expect(expiredUpTo(T + 10, 60, [{ from: 0, until: T }])).toBe(0);
  });

  it('agrees with the end of every lease, whatever outages there were', () => {
    const outages = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 })), { maxLength: 6 })
      .map((gaps) => {
        let time = 0;
        return gaps.map(([service, outage]) => ({ from: (time += service), until: (time += outage) }));
      });
    const times = fc.integer({ min: 1, max: 2500 });
    fc.assert(
      fc.property(outages, times, times, fc.integer({ min: 1, max: 300 }), (gaps, lastSeen, now, milliseconds) => {
        // A device is seen while the service is there.
        fc.pre(lastSeen <= now && !gaps.some(({ from, until }) => lastSeen > from && lastSeen < until));
        fc.pre(gaps.every(({ until }) => until <= now));
        const seconds = milliseconds / 1000;
        expect(lastSeen <= expiredUpTo(now, seconds, gaps)).toBe(leaseEnd(lastSeen, seconds, gaps) <= now);
      }),
      { numRuns: 2000 },
    );
  });
});
