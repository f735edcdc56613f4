import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { onEmbedded } from '../support/test-database';
import { times } from '../support/transfer';

/** As many as there is time for. */
const KILLS = Number(process.env.VISIT_KILLS ?? 3);
const LINKS = ['crash-a', 'crash-b', 'crash-c'];
const CANARY_PHONE = 'Mozilla/5.0 (CanaryPhone; Linux) Gecko/20100101 Firefox/77.0';
const CANARY_NET = '203.0.113.';
const AGENTS = [
  CANARY_PHONE,
  'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0 Safari/537.36',
  'Slackbot 1.0 (CanaryPhone)',
];
const BY = ['day', 'hour', 'referrer', 'country', 'device', 'os', 'browser', 'language'];
const BY_ADDRESS = ['source', 'medium', 'campaign', 'entry'];
const SETTINGS = { TRUST_PROXY: '127.0.0.1' };

jest.setTimeout(600_000);

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario(SETTINGS);
});
afterAll(() => scenario.close());

const answered = new Map(LINKS.map((name) => [name, 0]));
const outputs: string[] = [];

/** Follows links until told to end, or until the service is gone. */
async function follow(service: Service, worker: number, signal: AbortSignal): Promise<void> {
  const client = service.client(null);
  for (let number = worker; !signal.aborted; number++) {
    const name = LINKS[number % LINKS.length];
    const address = `${CANARY_NET}${(worker * 7 + number) % 200}`;
    const headers = { 'user-agent': AGENTS[number % AGENTS.length], 'x-forwarded-for': address };
    try {
      const { status } = await client.get(`/${name}?utm_source=s${number % 9}`, { headers });
      if (status === 302) answered.set(name, answered.get(name)! + 1);
    } catch {
      return;
    }
  }
}

/** Where sums and the link's own count differ. */
async function differences(service: Service, name: string): Promise<string[]> {
  const admin = service.client();
  const statsBy = async (by: string): Promise<{ value: string; visits: number }[]> =>
    (await admin.get(`/api/link/${name}/stats?by=${by}`)).body;
  const { count } = (await admin.get(`/api/link/${name}`)).body;
  const [people, bots] = (await statsBy('visitor')).map(({ visits }) => visits);
  const found = people + bots === count ? [] : [`${people} people and ${bots} bots of ${count}`];
  for (const by of [...BY, ...BY_ADDRESS]) {
    const sum = (await statsBy(by)).reduce((all, { visits }) => all + visits, 0);
    if (sum !== people) found.push(`${by}: ${sum} of ${people}`);
  }
  return found;
}

/** Waits until nothing waits to be counted. */
async function allCounted(): Promise<void> {
  const giveUp = Date.now() + 60_000;
  for (;;) {
    const [{ portions }] = (await runSql(scenario.database, 'SELECT COUNT(*) AS portions FROM visit_portions')) as [
      { portions: number | string },
    ];
    if (Number(portions) === 0) return;
    if (Date.now() > giveUp) throw new Error(`${portions} portions are left.`);
    await sleep(300);
  }
}

it(`after ${KILLS} kill -9 under load each dimension adds up to the count, and no address or User-Agent is anywhere`, async () => {
  for (const name of LINKS) await scenario.admin.post('/api/link', { name, url: 'https://example.com/' });
  const start = () => Service.start({ DATABASE_URL: scenario.database.url, ...SETTINGS });
  // On the embedded database there is one instance at a time.
  const survivor = onEmbedded() ? undefined : scenario.service;
  let killed = onEmbedded() ? scenario.service : await start();
  for (let round = 0; round < KILLS; round++) {
    const ending = new AbortController();
    const load = times(12, (worker) => follow(killed, worker, ending.signal));
    if (survivor) load.push(...times(4, (worker) => follow(survivor, worker, ending.signal)));
    // At every moment of what is repeated each two seconds.
    await sleep(300 + (round * 2100) / KILLS);
    await killed.stop('SIGKILL');
    ending.abort();
    await Promise.all(load);
    outputs.push(killed.output);
    if (round < KILLS - 1 || onEmbedded()) killed = await start();
  }
  const last = survivor ?? killed;
  try {
    await allCounted();
    for (const name of LINKS) {
      expect([name, await differences(last, name)]).toEqual([name, []]);
      const { count } = (await last.client().get(`/api/link/${name}`)).body;
      expect(count).toBeGreaterThanOrEqual(answered.get(name)!);
      expect(answered.get(name)).toBeGreaterThan(KILLS);
    }
    // The control: one visit more is noticed.
    await runSql(scenario.database, "UPDATE links SET count = count + 1 WHERE name = 'crash-a'");
    expect(await differences(last, 'crash-a')).toEqual([expect.stringMatching(/^\d+ people and \d+ bots of \d+$/)]);
    await expectNoCanary(last);
  } finally {
    if (!survivor) await last.stop();
  }
});

async function expectNoCanary(service: Service): Promise<void> {
  const exported = [
    (await service.client().get('/api/links/export')).text,
    (await service.client().get('/api/stats/links?by=browser&format=csv')).text,
  ];
  const texts = [...exported, ...outputs, service.output].map((text) => Buffer.from(text));
  const isCanary = (bytes: Buffer) => bytes.includes(CANARY_NET) || bytes.includes('CanaryPhone');
  expect(texts.filter(isCanary)).toEqual([]);
  // The search itself finds what is there.
  expect(isCanary(Buffer.from(CANARY_PHONE))).toBe(true);
  if (!onEmbedded()) return;
  const file = scenario.database.url.slice('sqlite:'.length);
  const files = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((name) => isCanary(readFileSync(join(dirname(file), name))))).toEqual([]);
}
