import { setTimeout as sleep } from 'node:timers/promises';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { until } from '../support/until';

const DAY_MS = 86_400_000;

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

/** Writes logs of one key with the given ages in days, in the order of their ids. */
async function seedLogs(ages: number[]): Promise<void> {
  const database = await openBeside(scenario.database);
  try {
    for (let first = 0; first < ages.length; first += 1000) {
      const some = ages.slice(first, first + 1000);
      await database.query(
        `INSERT INTO license_logs (key_id, timeAt, ip, details, status) VALUES ${some.map(() => "(1, ?, '', ?, 'AUTHORISED')").join()}`,
        some.flatMap((age) => [Date.now() - age * DAY_MS, `${age}`]),
      );
    }
  } finally {
    await database.destroy();
  }
}

async function agesLeft(): Promise<number[]> {
  const { body } = await scenario.admin.get('/api/keys/1/logs?limit=1000');
  return (body as { details: string }[]).map(({ details }) => Number(details));
}

describe('LOG_RETENTION_DAYS', () => {
  it('deletes what is older, behind logs of a wrong clock too, and nothing else', async () => {
    await scenario.admin.post('/api/keys', { uid: 'u', pid: 1 });
    // More than one chunk each, of the future in front.
    await seedLogs([...Array<number>(600).fill(-5000), ...Array<number>(1700).fill(31), 29, 31, 28, 0]);
    const purging = await Service.start({ DATABASE_URL: scenario.database.url, LOG_RETENTION_DAYS: '30' });
    try {
      const newest = async () => (await agesLeft()).slice(0, 5);
      while ((await newest()).includes(31)) await sleep(50);
      expect(await agesLeft()).toEqual([0, 28, 29, ...Array<number>(600).fill(-5000)]);
    } finally {
      expect(await purging.stop()).toBe(0);
    }
  });

  it('deletes nothing for a day after a start with a clock that is ahead, which a long rest looks like too', async () => {
    await seedLogs([40, 33]);
    const purging = await Service.start({ DATABASE_URL: scenario.database.url, LOG_RETENTION_DAYS: '30' });
    await until(() => purging.output.includes('The clock may be wrong, or was: no logs are deleted for a day.'));
    await purging.stop();
    expect((await agesLeft()).slice(0, 2)).toEqual([33, 40]);
  });
});
