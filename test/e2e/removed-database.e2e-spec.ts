import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';

const SOON_MS = 5000;
const AWAY = /"msg":"The file .* was removed or replaced while it was in use/g;
const BACK = /"msg":"The file .* is back, and/g;

let scenario: Scenario;
let file: string;
let id: number;
const check = async () => (await scenario.admin.post(`/api/check/${id}`)).status;
const ready = async () => (await scenario.service.client(null).get('/health/ready')).status;
const both = async () => [await check(), await ready()];
/** How often the log has said that the file was away, and that it was back. */
const said = () => [AWAY, BACK].map((what) => scenario.service.output.match(what)?.length ?? 0);

beforeEach(async () => {
  scenario = await startScenario();
  file = scenario.database.url.replace('sqlite:', '');
  ({ id } = await createLicenseKey(scenario.admin));
  await expectSoon(both, [200, 200]);
});
afterEach(() => scenario.close());

async function expectSoon<T>(look: () => T | Promise<T>, expected: T): Promise<void> {
  const giveUp = performance.now() + SOON_MS;
  let found = await look();
  while (!isDeepStrictEqual(found, expected) && performance.now() < giveUp) {
    await sleep(50);
    found = await look();
  }
  expect(found).toEqual(expected);
}

describe('a database file that is removed or replaced under the service', () => {
  it('is noticed, and used again when it is back', async () => {
    for (let outage = 1; outage <= 2; outage++) {
      renameSync(file, `${file}-away`);
      await expectSoon(both, [503, 503]);
      for (let round = 0; round < 5; round++) expect(await both()).toEqual([503, 503]);
      renameSync(`${file}-away`, file);
      await expectSoon(both, [200, 200]);
      await expectSoon(said, [outage, outage]);
    }
  });

  it.each([
    ['checks', check],
    ['readiness', ready],
  ])('is noticed by %s alone', async (_, ask) => {
    rmSync(file);
    await expectSoon(ask, 503);
    await expectSoon(said, [1, 0]);
  });

  it.each<[string, () => void]>([
    ['it goes with its folder', () => rmSync(dirname(file), { recursive: true })],
    [
      'another takes its place',
      () => {
        copyFileSync(file, `${file}-other`);
        renameSync(`${file}-other`, file);
      },
    ],
  ])('is not used any more when %s', async (_, change) => {
    change();
    await expectSoon(both, [503, 503]);
    await expectSoon(said, [1, 0]);
    expect(await scenario.service.stop()).toBe(0);
  });

  it('loses nothing when its write-ahead log alone is removed, and the service is started again', async () => {
    let checks = 1;
    rmSync(`${file}-wal`);
    const giveUp = performance.now() + SOON_MS;
    while ((await check()) === 200 && performance.now() < giveUp) checks++;
    expect(await both()).toEqual([503, 503]);
    expect(await scenario.service.stop()).toBe(0);
    const again = await Service.start({ DATABASE_URL: scenario.database.url });
    expect((await again.client().get(`/api/keys/${id}/logs?limit=1000`)).body).toHaveLength(checks);
    await again.stop('SIGINT');
  });
});
