import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';

const HOUR_MS = 3_600_000;

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('a refused device is told once a license key and hour, whichever instance refuses, and again in the next hour', async () => {
  const { admin, database } = scenario;
  const keys: { id: number; key: string }[] = [];
  for (let n = 0; n < 8; n++) {
    const body = { uid: unique('full'), pid: 6, seats: 1, leaseSeconds: 86_400 };
    keys.push((await admin.post('/api/keys', body)).body);
    await admin.post('/api/check', { id: keys[n].key, device: 'Desk' });
  }
  const instances: Service[] = [];
  const startOther = async () => {
    const service = await Service.start({ DATABASE_URL: database.url });
    instances.push(service);
    return service;
  };
  const refuse = async (...services: Pick<Service, 'client'>[]) => {
    const refusals = keys.flatMap(({ key }) =>
      Array.from({ length: 4 }, (_, index) =>
        services[index % services.length].client().post('/api/check', { id: key, device: `Lap ${index}` }),
      ),
    );
    for (const { body } of await Promise.all(refusals)) expect(body.status).toBe('NO SEAT');
  };
  /** How often each license key was told of. */
  const told = async () => {
    const rows = (await runSql(
      database,
      `SELECT targetId AS id FROM events WHERE type = 'device.refused'`,
    )) as object[];
    const ids = rows.map((row) => Number((row as { id: number | string }).id));
    return keys.map(({ id }) => ids.filter((each) => each === id).length);
  };
  const [second, third, fourth] = [await startOther(), await startOther(), await startOther()];
  // It takes seconds, which must be of one hour.
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < 25_000) await sleep(left);
  await refuse(scenario.service, second);
  expect(await told()).toEqual(keys.map(() => 1));
  // One that has refused nobody so far asks the database.
  await refuse(third);
  expect(await told()).toEqual(keys.map(() => 1));
  await runSql(database, 'UPDATE seat_counts SET refusedHour = refusedHour - 1 WHERE refusedHour > 0');
  await refuse(fourth);
  expect(await told()).toEqual(keys.map(() => 2));
  for (const service of instances) await service.stop('SIGINT');
}, 60_000);
