import { REQUEST } from './support/clients.js';
import { DAY, HOUR, install, OFFLINE, START } from './support/installation.js';

/* The machine's clock is its user's. It can't make a pass last, and being wrong it locks nobody out who reaches the service. */

const YEAR = 365 * DAY;

let { clock, standIn, store, started } = install();
beforeEach(() => {
  ({ clock, standIn, store, started } = install());
});

it('set back a year, it brings no ended pass back to life', async () => {
  await started().check(REQUEST);
  await clock.pass(20 * DAY);
  clock.wrong = -YEAR;
  const noticed = { outcome: 'unreachable', reason: 'clock', until: START + 14 * DAY };
  expect(await started(OFFLINE).check(REQUEST)).toMatchObject(noticed);
});

it('set back a year, with a cache that says it was always so, it brings none back either', async () => {
  await started().check(REQUEST);
  await clock.pass(20 * DAY);
  clock.wrong = -YEAR;
  expect(await started({ ...OFFLINE, store: store.change({ skew: YEAR - 20 * DAY }) }).check(REQUEST)).toMatchObject({
    outcome: 'unreachable',
  });
});

it('set back a year, it locks nobody out who reaches the service, nor later in that run', async () => {
  await started().check(REQUEST);
  clock.wrong = -YEAR;
  let isOffline = false;
  const client = started({
    fetch: (url: string, init: object) => (isOffline ? OFFLINE.fetch() : standIn.fetch(url, init)),
  });
  expect(await client.check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'service' });
  isOffline = true;
  await clock.pass(13 * DAY);
  expect(await client.check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
  await clock.pass(1 * DAY);
  expect(await client.check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
});

it.each([
  ['behind', -3 * HOUR],
  ['ahead', 3 * HOUR],
])(
  'a few hours %s, it holds the pass of a leased seat as long as the lease, not longer or shorter',
  async (_, wrong) => {
    clock.wrong = wrong;
    standIn.verdict = { exp: standIn.seconds() + 600 };
    expect(await started().check(REQUEST)).toMatchObject({ source: 'service' });
    await clock.pass(595_000);
    expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
    await clock.pass(6000);
    expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
  },
);

it('put right by some hours, in either direction, it takes no pass away', async () => {
  clock.wrong = 5 * HOUR;
  await started().check(REQUEST);
  clock.wrong = 0;
  expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
  clock.wrong = 10 * HOUR;
  expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
});

it('ahead by a year, it still takes what the service says', async () => {
  clock.wrong = YEAR;
  expect(await started().check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'service' });
  standIn.verdict = { pass: false, status: 'EXPIRED' };
  expect(await started().check({ ...REQUEST, fresh: true })).toMatchObject({ outcome: 'refused' });
});
