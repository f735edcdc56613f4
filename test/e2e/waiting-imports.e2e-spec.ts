import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { HEADER, OpenImport, PATH, fileOf } from '../support/open-import';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';
import { onEmbedded } from '../support/test-database';
import { counts, CSV, importFile, NDJSON, times } from '../support/transfer';
import { describeIf } from '../support/skipping';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('waits while two others of its API key are open, and is told to come back; those of other keys come through', async () => {
  const { secret } = await createApiKey(admin(), ['keys:write']);
  const running = [...times(2, () => ADMIN_KEY), ...times(2, () => secret)].map(
    (key) => new OpenImport(scenario.service.url, key),
  );
  for (const each of running) {
    each.send(HEADER + 'busy,1,,,,,,,\n'.repeat(2));
    await each.waitForRows(1);
  }
  const refused = admin().post(PATH, HEADER, { headers: { 'content-type': CSV } });
  const third = await createApiKey(admin(), ['keys:write']);
  const free = await importFile(scenario.service.client(third.secret), PATH, fileOf('free', 300));
  expect(free.summary).toEqual(counts(300));
  const { status, headers } = await refused;
  expect([status, headers['retry-after']]).toEqual([503, '1']);
  const waiting = importFile(admin(), PATH, HEADER);
  running[0].end();
  expect((await waiting).summary).toEqual(counts(0));
  for (const each of running) each.end();
  await Promise.all(running.map(({ closed }) => closed));
});

// Each takes seconds: side by side.
describe('of an API key that is revoked meanwhile', () => {
  let other: Service;
  beforeAll(async () => {
    other = await Service.start({ DATABASE_URL: scenario.database.url });
  });
  afterAll(() => other.stop('SIGINT'));

  it.concurrent.each(['this instance', 'another instance'])(
    'ends within seconds, and says why: on %s',
    async (where) => {
      const row = (index: number) => `revoked,1,${where}-${index},,,,,,\n`;
      const { id, secret } = await createApiKey(admin(), ['keys:write']);
      const client = new OpenImport(scenario.service.url, secret);
      client.send(HEADER + row(0));
      await client.waitForRows(0);
      let sent = 0;
      const more = setInterval(() => client.send(times(20, () => row(++sent)).join('')), 50);
      try {
        await client.waitForRows(1);
        const revoking = where === 'this instance' ? admin() : other.client();
        expect((await revoking.delete(`/api/api-keys/${id}`)).status).toBe(200);
        const start = performance.now();
        await client.ended;
        expect(performance.now() - start).toBeLessThan(6000);
        expect(client.summary).toMatchObject({ complete: false, msg: expect.stringContaining('revoked') });
        expect(client.summary?.rows).toBe(client.rows.length);
      } finally {
        clearInterval(more);
        client.destroy();
      }
    },
  );

  it.concurrent('ends when nothing is sent any more either, and when the key has only lost its scope', async () => {
    const { id, secret } = await createApiKey(admin(), ['keys:write']);
    const client = new OpenImport(scenario.service.url, secret);
    client.send(`${HEADER}scope,1,scope-0,,,,,,\nscope,1,scope-1,,,,,,\n`);
    await client.waitForRows(1);
    await admin().put(`/api/api-keys/${id}`, { scopes: ['keys:read'] });
    const start = performance.now();
    await client.ended;
    expect(performance.now() - start).toBeLessThan(3000);
    expect(client.summary).toMatchObject({ complete: false, msg: expect.stringContaining('"keys:write"') });
  });
});

// What doesn't depend on the database is shown once.
describeIf(onEmbedded(), 'is of the embedded database alone')('on a slow line', () => {
  let slowly: ReturnType<typeof sendSlowly>;
  let tooLittle: ReturnType<typeof sendTooLittle>;
  // Both are long waits: they are waited for side by side.
  beforeAll(() => {
    slowly = sendSlowly();
    tooLittle = sendTooLittle();
    // Looked at by a later test.
    tooLittle.catch(() => {});
  });

  it('goes on past the time limit of requests while something comes, and not when nothing does', async () => {
    const { steady, stalled, unknown, times } = await slowly;
    expect((await unknown.answer).statusCode).toBe(401);
    expect(times.unknown).toBeLessThan(11_000);
    expect(stalled.summary).toMatchObject({ complete: false, rows: 199, msg: expect.stringContaining('too long') });
    expect(times.stalled).toBeGreaterThan(7000);
    expect(steady.summary).toMatchObject({ complete: true, invalid: 0 });
    expect(steady.summary?.rows).toBeGreaterThan(2000);
  }, 60_000);

  it('ends when too little of what is sent are rows that can be used', async () => {
    const tooFew = expect.objectContaining({ complete: false, msg: expect.stringContaining('50 usable rows') });
    expect(await tooLittle).toEqual(Object.fromEntries(TOO_LITTLE.map(({ name }) => [name, tooFew])));
  }, 40_000);
});

/** One import that sends a piece each second for 13 seconds, one that sends one only, and one without a right. */
async function sendSlowly() {
  const start = performance.now();
  const elapsed = (): number => performance.now() - start;
  const steady = new OpenImport(scenario.service.url);
  const stalled = new OpenImport(scenario.service.url);
  const unknown = new OpenImport(scenario.service.url, 'wrong');
  const piece = `${'u'.repeat(91)},1,,,,,,,\n`.repeat(200);
  for (const each of [steady, stalled, unknown]) each.send(HEADER + piece);
  // About 20 kB a second.
  const dripping = setInterval(() => steady.send(piece), 1000);
  const trickle = setInterval(() => unknown.send(piece), 1000);
  const times: Record<string, number> = {};
  void stalled.closed.then(() => (times.stalled = elapsed()));
  void unknown.closed.then(() => (times.unknown = elapsed()));
  while (times.stalled === undefined || times.unknown === undefined || elapsed() < 13_000) await sleep(100);
  clearInterval(dripping);
  clearInterval(trickle);
  steady.end();
  await steady.closed;
  return { steady, stalled, unknown, times };
}

const BLANK = '\n'.repeat(20_000);
const INVALID = `${'u'.repeat(91)},x,,,,,,,\n`.repeat(200);
/** What is sent each second: much of it, and less than the 50 rows in 15 seconds that would do. */
const TOO_LITTLE = [
  { name: 'blank lines', type: NDJSON, beginning: '{"uid":"u","pid":1}\n', piece: BLANK },
  { name: 'invalid rows', type: CSV, beginning: `${HEADER}u,1,,,,,,,\n`, piece: INVALID },
  {
    name: 'one row at a time',
    type: NDJSON,
    beginning: '{"uid":"u","pid":1}\n',
    piece: `{"uid":"u","pid":1}${BLANK}`,
  },
];

/** @returns the summaries, by name */
async function sendTooLittle(): Promise<Record<string, unknown>> {
  const ended: Record<string, unknown> = {};
  await Promise.all(
    TOO_LITTLE.map(async ({ name, type, beginning, piece }) => {
      const { secret } = await createApiKey(admin(), ['keys:write']);
      const client = new OpenImport(scenario.service.url, secret, type);
      client.send(beginning);
      const timer = setInterval(() => client.send(piece), 1000);
      await client.ended;
      clearInterval(timer);
      client.destroy();
      ended[name] = client.summary;
    }),
  );
  return ended;
}
