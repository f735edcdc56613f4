import { setTimeout as sleep } from 'node:timers/promises';
import { insertKeys } from '../support/many-keys';
import { openBeside } from '../support/open-beside';
import { runSql } from '../support/run-sql';
import { Service } from '../support/service';
import { createMigratedDatabase, onEmbedded, type TestDatabase } from '../support/test-database';
import { itIf } from '../support/skipping';

/** As many as there is time for; `BULK_CHANGE_KEYS=100000` takes minutes on a busy machine. */
const KEYS = Number(process.env.BULK_CHANGE_KEYS ?? 6000);
const DAY_MS = 86_400_000;
const EXPIRY = 2_524_608_000_000;
/** Every hundredth license key has an expiry that can't be moved, and every hundredth besides has none. */
const FAILING = KEYS / 100;
const UNDATED = KEYS / 100;

interface Progress {
  readonly id: number;
  readonly state: string;
  readonly processed: number;
  readonly requestId: string;
}

type Start = () => Promise<Service>;

const sql = async (database: TestDatabase, statement: string) =>
  (await runSql(database, statement)) as Record<string, unknown>[];
const count = async (database: TestDatabase, where: string) =>
  Number((await sql(database, `SELECT COUNT(*) AS n FROM ${where}`))[0].n);

/** A test with license keys of its own, whose services end with it: each waits for seconds, so they run side by side. */
const withKeys = (test: (database: TestDatabase, start: Start) => Promise<void>) => async (): Promise<void> => {
  const database = await createMigratedDatabase();
  const services: Service[] = [];
  try {
    const dataSource = await openBeside(database);
    await insertKeys(dataSource, KEYS);
    await dataSource.query(
      `UPDATE license_keys SET expiresAt = CASE id % 100 WHEN 7 THEN ${Number.MAX_SAFE_INTEGER} WHEN 8 THEN NULL ELSE ${EXPIRY} END`,
    );
    await dataSource.destroy();
    await test(database, async () => {
      const service = await Service.start({ DATABASE_URL: database.url });
      services.push(service);
      return service;
    });
  } finally {
    for (const service of services) await service.stop('SIGKILL');
    await database.drop();
  }
};

async function progressOf(service: Service, id: number): Promise<Progress> {
  return (await service.client().get(`/api/keys/bulk/${id}`)).body as Progress;
}

/** Waits until a bulk change has come so far, as one instance sees it. */
async function reaches(service: Service, id: number, processed: number): Promise<Progress> {
  for (;;) {
    const progress = await progressOf(service, id);
    if (progress.processed >= processed || progress.state !== 'running') return progress;
    await sleep(50);
  }
}

/** Every license key was changed once or not at all, as it had to be; the audit and the results say the same. */
async function expectExactly(database: TestDatabase, service: Service, { id, requestId }: Progress): Promise<void> {
  const changed = KEYS - FAILING - UNDATED;
  const { body } = await service.client().get(`/api/keys/bulk/${id}`);
  expect(body).toMatchObject({
    state: 'done',
    processed: KEYS,
    changed,
    unchanged: UNDATED,
    failed: FAILING,
    progress: 1,
  });
  expect(await count(database, `license_keys WHERE expiresAt = ${EXPIRY + DAY_MS}`)).toBe(changed);
  expect(await count(database, `license_keys WHERE expiresAt = ${Number.MAX_SAFE_INTEGER}`)).toBe(FAILING);
  expect(await count(database, `audit_log WHERE requestId = '${requestId}' AND action = 'update'`)).toBe(changed);
  const [{ n }] = await sql(
    database,
    `SELECT COUNT(DISTINCT targetId) AS n FROM audit_log WHERE requestId = '${requestId}'`,
  );
  expect(Number(n)).toBe(changed);
  const lines = (await service.client().get(`/api/keys/bulk/${id}/results`)).text.split('\n').filter(Boolean);
  const outcomes = lines.map((line) => JSON.parse(line) as { id: number; key: string; outcome: string; msg?: string });
  expect(outcomes.map((each) => each.id)).toEqual(Array.from({ length: KEYS }, (_, index) => index + 1));
  for (const each of outcomes) {
    const expected = each.id % 100 === 7 ? 'failed' : each.id % 100 === 8 ? 'unchanged' : 'changed';
    if (each.outcome !== expected || (each.msg !== undefined) !== (expected === 'failed'))
      expect(each).toEqual(expected);
  }
}

const begin = async (service: Service): Promise<Progress> =>
  (await service.client().put('/api/keys', { filter: { pid: 1 }, change: { extendDays: 1 } })).body as Progress;

it.concurrent(
  'survives kill -9 of the service three times, and each license key is changed once',
  withKeys(async (database, start) => {
    let service = await start();
    const begun = await begin(service);
    for (const part of [0.1, 0.4, 0.7]) {
      const { state, processed } = await reaches(service, begun.id, KEYS * part);
      expect([state, processed < KEYS]).toEqual(['running', true]);
      await service.stop('SIGKILL');
      service = await start();
    }
    // And once as an operator ends it.
    await reaches(service, begun.id, KEYS * 0.8);
    await service.stop('SIGINT');
    service = await start();
    await reaches(service, begun.id, KEYS);
    await expectExactly(database, service, begun);
  }),
  600_000,
);

const onServers = itIf(!onEmbedded(), 'needs a server', it.concurrent);

onServers(
  'is taken over by another instance when its own is killed, and never carried out by two',
  withKeys(async (database, start) => {
    const [one, two] = [await start(), await start()];
    const begun = await begin(one);
    await reaches(two, begun.id, KEYS * 0.2);
    await one.stop('SIGKILL');
    const { processed } = await progressOf(two, begun.id);
    await reaches(two, begun.id, processed + 1);
    // Both believe to be at it: whoever is not, as the database has it, writes nothing.
    const three = await start();
    for (let round = 0; round < 20; round++) {
      await runSql(database, "UPDATE bulk_changes SET runner = '' WHERE state = 'running'");
      await sleep(100);
    }
    await reaches(three, begun.id, KEYS);
    await expectExactly(database, three, begun);
  }),
  600_000,
);
