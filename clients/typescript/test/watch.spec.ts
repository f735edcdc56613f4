import type { Outcome } from '../src/outcome.js';
import { clientOf, OpenStore, REQUEST } from './support/clients.js';
import { json, StandIn } from './support/stand-in.js';
import { VirtualClock } from './support/virtual-clock.js';

const START = Date.UTC(2027, 0, 1);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let clock: VirtualClock;
let standIn: StandIn;
let told: string[];
beforeEach(() => {
  clock = new VirtualClock(START);
  standIn = new StandIn(() => clock.true());
  told = [];
});

const listen = (outcome: Outcome): void => {
  told.push(outcome.outcome === 'refused' ? outcome.status : outcome.outcome);
};
const watching = (options: object = {}) =>
  clientOf(standIn, { clock, fetch: standIn.fetch, ...options }).watch(REQUEST, listen);
const checks = (): number => standIn.checks.length;

/** Each verdict is for a seat that is leased for so long. */
function lease(seconds: number): void {
  standIn.instead = (request) =>
    request.path.startsWith('/api')
      ? standIn.toVerdict({
          ...standIn.payloadFor(request),
          exp: standIn.seconds() + seconds,
          leaseUntil: (standIn.seconds() + seconds) * 1000,
        })
      : undefined;
}

describe('watch', () => {
  it('renews a lease at a third of its length, give or take a fifth, and tells the first outcome only', async () => {
    lease(60);
    const watch = watching();
    await clock.pass(60 * MINUTE);
    expect(checks()).toBeGreaterThanOrEqual(3600 / 24);
    expect(checks()).toBeLessThanOrEqual(3600 / 16 + 1);
    expect(told).toEqual(['allowed']);
    watch.stop();
  });

  it('holds a lease over a failure of one renewal', async () => {
    lease(60);
    watching();
    await clock.pass(5 * MINUTE);
    standIn.instead = () => json(503, { msg: 'Later.' });
    await clock.pass(20_000);
    lease(60);
    await clock.pass(5 * MINUTE);
    expect(told).toEqual(['allowed']);
  });

  it('renews a long pass once a day', async () => {
    watching();
    await clock.pass(20 * DAY);
    expect(checks()).toBeGreaterThanOrEqual(20 / 1.2);
    expect(checks()).toBeLessThanOrEqual(20 / 0.8 + 1);
  });

  it.each([4, 20])('renews it no oftener by a clock that is %i days ahead', async (days) => {
    clock.wrong = days * DAY;
    watching();
    await clock.pass(20 * DAY);
    expect(checks()).toBeGreaterThanOrEqual(20 / 1.2);
    expect(checks()).toBeLessThanOrEqual(20 / 0.6 + 1);
    expect(told).toEqual(['allowed']);
  });

  it('tells when a key is disabled, and when it is back', async () => {
    watching();
    await clock.pass(DAY);
    standIn.verdict = { pass: false, status: 'KEY DISABLED' };
    // The second renewal comes after 1.6 to 2.4 days.
    await clock.pass(1.5 * DAY);
    standIn.verdict = {};
    await clock.pass(DAY);
    expect(told).toEqual(['allowed', 'KEY DISABLED', 'allowed']);
  });

  it('tells when the pass has ended and nobody answers, at that moment, and when the service is back within the hour', async () => {
    watching();
    await clock.pass(MINUTE);
    standIn.instead = () => json(503, { msg: 'Later.' });
    await clock.pass(14 * DAY - 2 * MINUTE);
    expect(told).toEqual(['allowed']);
    await clock.pass(MINUTE + 1000);
    expect(told).toEqual(['allowed', 'unreachable']);
    await clock.pass(DAY);
    standIn.instead = () => undefined;
    await clock.pass(1.2 * 60 * MINUTE);
    expect(told).toEqual(['allowed', 'unreachable', 'allowed']);
  });

  it('asks again soon without a pass, then ever more rarely', async () => {
    standIn.instead = () => json(500, { msg: 'Broken.' });
    watching();
    await clock.pass(2 * MINUTE);
    expect(checks()).toBeGreaterThanOrEqual(3);
    const before = checks();
    await clock.pass(DAY);
    expect(checks() - before).toBeLessThan(45);
    expect(told).toEqual(['unreachable']);
  });

  it('obeys Retry-After, and asks right after it', async () => {
    standIn.instead = () => ({ ...json(429, { msg: 'Slow down.' }), headers: { 'retry-after': '600' } });
    watching();
    await clock.pass(9.9 * MINUTE);
    expect(checks()).toBe(1);
    standIn.instead = () => undefined;
    await clock.pass(MINUTE);
    expect(told).toEqual(['unreachable', 'allowed']);
  });

  it('asks nobody after it was stopped', async () => {
    lease(60);
    const watch = watching();
    await clock.pass(MINUTE);
    watch.stop();
    const before = checks();
    await clock.pass(DAY);
    expect(checks()).toBe(before);
  });

  it('goes on after a listener that throws, and tells the program', async () => {
    lease(60);
    const problems: unknown[] = [];
    const client = clientOf(standIn, {
      clock,
      fetch: standIn.fetch,
      store: new OpenStore(),
      onProblem: ({ message }) => problems.push(message),
    });
    client.watch(REQUEST, () => {
      throw new Error('in the listener');
    });
    await clock.pass(5 * 60 * MINUTE);
    expect(problems).toContain('in the listener');
    expect(checks()).toBeGreaterThan(2);
  });
});
