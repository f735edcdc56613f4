import { setTimeout as sleep } from 'node:timers/promises';
import type { CreatedLicenseKey } from '../support/license-keys';
import type { Scenario } from '../support/scenario';
import { LEASE_MS, LEASE_SECONDS, type SeatAnswer, type SeatClient, startSeats } from '../support/seats';
import { Service } from '../support/service';
import { onEmbedded } from '../support/test-database';
import { describeIf } from '../support/skipping';

const HOURS_AHEAD_MS = 7_200_000;
const BEHIND_MS = 45_000;
/** Longer than the service goes without looking at the clock. */
const GLITCH_MS = 2500;
/** What a busy machine takes to answer. */
const LEEWAY_MS = 5000;
/** `SIGUSR2` sets the clock ahead, and right again. */
const SET_AHEAD = `const now = Date.now; let ahead = 0; Date.now = () => now() + ahead; process.on("SIGUSR2", () => { ahead = ${HOURS_AHEAD_MS} - ahead; });`;
const SET_BACK = `const now = Date.now; Date.now = () => now() - ${BEHIND_MS};`;

let scenario: Scenario;
let seats: SeatClient;
let wrong: Service;

const clockOf = (script: string): Record<string, string> => ({
  DATABASE_URL: scenario.database.url,
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
});

async function checkByWrong({ key }: CreatedLicenseKey, device: string): Promise<SeatAnswer> {
  return (await wrong.client().post('/api/check', { id: key, device })).body as SeatAnswer;
}

beforeEach(async () => {
  ({ scenario, seats } = await startSeats());
});
afterEach(async () => {
  await wrong.stop();
  await scenario.close();
});

it('a clock that is two hours ahead for some seconds gives no device its seat for longer than a lease', async () => {
  // On the embedded database one instance, as there is one service a file: the other's clock would be right.
  if (onEmbedded()) await scenario.service.stop();
  wrong = await Service.start(clockOf(SET_AHEAD));
  const client = wrong.client();
  const { body } = await client.post('/api/keys', { uid: 'u', pid: 1, seats: 1, leaseSeconds: LEASE_SECONDS });
  const key = body as CreatedLicenseKey;
  await checkByWrong(key, 'anna');
  process.kill(wrong.pid, 'SIGUSR2');
  await sleep(GLITCH_MS);
  expect((await checkByWrong(key, 'anna')).status).toBe('AUTHORISED');
  process.kill(wrong.pid, 'SIGUSR2');
  const leaseLeft = async (): Promise<number> => {
    const [{ leaseUntil }] = (await client.get(`/api/keys/${key.id}/devices`)).body as { leaseUntil: number }[];
    return leaseUntil - Date.now();
  };
  const start = performance.now();
  while ((await leaseLeft()) > LEASE_MS + LEEWAY_MS && performance.now() - start < 4 * GLITCH_MS) await sleep(100);
  expect(await leaseLeft()).toBeLessThan(LEASE_MS + LEEWAY_MS);
  expect(await leaseLeft()).toBeGreaterThan(0);
  await seats.age(key, 3 * LEASE_MS);
  expect((await checkByWrong(key, 'ben')).status).toBe('AUTHORISED');
});

// The embedded database has one instance.
describeIf(!onEmbedded(), 'needs a server')('two instances whose clocks differ', () => {
  it('give a lease the same end, and doctor says how far they are apart', async () => {
    wrong = await Service.start(clockOf(SET_BACK));
    const key = await seats.create({ seats: 1, leaseSeconds: LEASE_SECONDS });
    const before = Date.now();
    const { device } = await checkByWrong(key, 'anna');
    expect(Math.abs(device!.leaseUntil! - before - LEASE_MS)).toBeLessThan(LEEWAY_MS);
    expect(await seats.devicesOf(key)).toMatchObject([{ leaseUntil: device!.leaseUntil }]);
    await seats.age(key, LEASE_MS - BEHIND_MS);
    expect((await seats.check(key, 'ben')).status).toBe('NO SEAT');
    const { findings } = (await wrong.client().get('/api/doctor')).body as { findings: { check: string }[] };
    expect(findings.find(({ check }) => check === 'clock')).toEqual({
      check: 'clock',
      status: 'failed',
      message: expect.stringMatching(
        /^this machine's is 4[45]\d{3} ms behind the database server's \(a warning from 1000 ms on/,
      ),
    });
  });
});
