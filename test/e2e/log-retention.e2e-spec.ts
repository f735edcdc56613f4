import { setTimeout as sleep } from 'node:timers/promises';
import { openBeside } from '../support/open-beside';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { until } from '../support/until';

const DAY_MS = 86_400_000;
const IN_DOUBT = 'The clock may be wrong, or was: no logs are deleted for a day.';
const AHEAD = encodeURIComponent('const now = Date.now; Date.now = () => now() + 40 * 86_400_000;');

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

/** Writes logs of one key with the given ages in days, in the order of their ids. */
async function seedLogs(ages: number[], of = scenario): Promise<void> {
  const database = await openBeside(of.database);
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

async function agesLeft(of = scenario): Promise<number[]> {
  const { body } = await of.admin.get('/api/keys/1/logs?limit=1000');
  return (body as { details: string }[]).map(({ details }) => Number(details));
}

describe('LOG_RETENTION_DAYS', () => {
  it('deletes what is older, behind logs of a wrong clock too, and nothing else', async () => {
    await scenario.admin.post('/api/keys', { uid: 'u', pid: 1 });
    // More than one chunk each, of the future in front.
    await seedLogs([...Array<number>(600).fill(-5000), ...Array<number>(1700).fill(31), 29, 31, 28, 0]);
    const addresses = 'SELECT address FROM check_addresses';
    // Up to a day before the last log from there.
    for (const [address, age] of [
      ['Vcb007107', 31.5],
      ['Vcb007108', 30.5],
    ] as const) {
      const values = `'${address}', 1, ${Date.now() - age * DAY_MS}`;
      await runSql(scenario.database, `INSERT INTO check_addresses (address, key_id, lastSeen) VALUES (${values})`);
    }
    const purging = await Service.start({ DATABASE_URL: scenario.database.url, LOG_RETENTION_DAYS: '30' });
    try {
      const newest = async () => (await agesLeft()).slice(0, 5);
      while ((await newest()).includes(31)) await sleep(50);
      expect(await agesLeft()).toEqual([0, 28, 29, ...Array<number>(600).fill(-5000)]);
      const left = () => runSql(scenario.database, addresses);
      while (((await left()) as unknown[]).length > 1) await sleep(50);
      expect(await left()).toEqual([{ address: 'Vcb007108' }]);
    } finally {
      expect(await purging.stop()).toBe(0);
    }
  });

  it('deletes nothing for a day after a start with a clock that is ahead, which a long rest looks like too', async () => {
    await seedLogs([40, 33]);
    const purging = await Service.start({ DATABASE_URL: scenario.database.url, LOG_RETENTION_DAYS: '30' });
    await until(() => purging.output.includes(IN_DOUBT));
    await purging.stop();
    expect((await agesLeft()).slice(0, 2)).toEqual([33, 40]);
  });
});

describe('a clock that was 40 days ahead, or seems so', () => {
  let own: Scenario;
  beforeAll(async () => {
    own = await startScenario();
    await own.admin.post('/api/keys', { uid: 'u', pid: 1 });
    await seedLogs([40, 29, 3, 0], own);
  });
  afterAll(() => own.close());

  /** Starts a service that deletes old logs, waits for what it says of them, and has it answer a check. */
  const run = async (said: string, environment: Record<string, string> = {}): Promise<void> => {
    const purging = await Service.start({
      DATABASE_URL: own.database.url,
      LOG_RETENTION_DAYS: '30',
      ...environment,
    });
    try {
      await until(() => purging.output.includes(said));
      await purging.client().post('/api/check/1?info=1');
    } finally {
      await purging.stop();
    }
  };
  const ahead = { NODE_OPTIONS: `--import=data:text/javascript,${AHEAD}` };

  it('costs no log, whatever was checked meanwhile and however often the service starts', async () => {
    await run('Deleted 1 logs');
    expect(await agesLeft(own)).toEqual([1, 0, 3, 29]);
    await run(IN_DOUBT, ahead);
    await run(IN_DOUBT, ahead);
    await run(IN_DOUBT);
    expect(await agesLeft(own)).toEqual([1, 1, 1, 1, 0, 3, 29]);
  });

  it('is told from one that was away for 40 days by a day of service, after which old logs go', async () => {
    const database = await openBeside(own.database);
    const shift = async (...statements: string[]): Promise<void> => {
      for (const statement of statements) await database.query(statement, [40 * DAY_MS]);
    };
    await shift(
      'UPDATE license_logs SET timeAt = timeAt - ?',
      'UPDATE retention_clock SET believedFrom = 0, time = time - ?',
    );
    await run(IN_DOUBT);
    expect(await agesLeft(own)).toEqual([1, 1, 1, 1, 1, 0, 3, 29]);
    await database.query('UPDATE retention_clock SET believedFrom = lived');
    await database.destroy();
    await run('Deleted');
    // With two that were dated 40 days ahead.
    expect(await agesLeft(own)).toEqual([1, 1, 1, 1]);
  });
});
