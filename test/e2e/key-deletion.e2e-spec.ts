import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createLicenseKey, type CreatedLicenseKey } from '../support/license-keys';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';
import { onEmbedded } from '../support/test-database';

/** Doublings of 2000: a quarter of a million logs. */
const DOUBLINGS = 7;
/** What holds for everybody else while the logs are deleted, in milliseconds; in one transaction they took a second and more. */
const LONGEST_CHECK_MS = 500;

let scenario: Scenario;
let database: DataSource;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
  database = await openBeside(scenario.database);
});
afterAll(async () => {
  await database.destroy();
  await scenario.close();
});

async function createWithLogs(doublings = DOUBLINGS): Promise<CreatedLicenseKey> {
  const key = await createLicenseKey(admin());
  const rows = Array.from({ length: 2000 }, () => "(?, 1, '127.0.0.1', '', 'AUTHORISED')").join(', ');
  await database.query(
    `INSERT INTO license_logs (key_id, timeAt, ip, details, status) VALUES ${rows}`,
    Array<number>(2000).fill(key.id),
  );
  for (let doubling = 0; doubling < doublings; doubling++) {
    await database.query(
      'INSERT INTO license_logs (key_id, timeAt, ip, details, status) SELECT key_id, timeAt, ip, details, status FROM license_logs WHERE key_id = ?',
      [key.id],
    );
  }
  return key;
}

async function countLogs({ id }: CreatedLicenseKey): Promise<number> {
  const rows = (await database.query('SELECT COUNT(*) AS count FROM license_logs WHERE key_id = ?', [id])) as {
    count: number;
  }[];
  return rows[0].count;
}

const isThere = async ({ id }: CreatedLicenseKey) => (await admin().get(`/api/keys/${id}`)).status === 200;

describe('deleting a key with a quarter of a million logs', () => {
  it('holds up the checks of other keys for no longer than a moment, and goes along with its own', async () => {
    const [large, small] = [await createWithLogs(), await createLicenseKey(admin())];
    const deletion = new AbortController();
    let slowest = 0;
    const verdicts: string[][] = [[], []];
    const check = async ({ id }: CreatedLicenseKey, into: string[]): Promise<void> => {
      while (!deletion.signal.aborted) {
        const start = performance.now();
        const { body } = await admin().post(`/api/check/${id}`);
        slowest = Math.max(slowest, performance.now() - start);
        into.push(body.status as string);
      }
    };
    const checks = [check(small, verdicts[0]), check(large, verdicts[1])];
    const deleted = await admin().delete(`/api/keys/${large.id}`);
    deletion.abort();
    await Promise.all(checks);
    expect([deleted.status, deleted.body]).toEqual([200, expect.objectContaining({ id: large.id, key: large.key })]);
    expect(deleted.body.lastSeen).toBeGreaterThan(0);
    expect(slowest).toBeLessThan(LONGEST_CHECK_MS);
    expect(verdicts.map((some) => some.length > 20)).toEqual([true, true]);
    expect(new Set(verdicts[0])).toEqual(new Set(['AUTHORISED']));
    // The last ones may have come right after its end.
    expect(verdicts[1][0]).toBe('AUTHORISED');
    expect([await isThere(large), await countLogs(large)]).toEqual([false, 0]);
    const { body: records } = await admin().get(`/api/audit?targetType=licenseKey&targetId=${large.id}&limit=1`);
    expect(records[0]).toMatchObject({ action: 'delete', after: null });
  }, 120_000);

  it('happens once when it is asked for twice, and leaves the logs of others', async () => {
    const other = await createWithLogs(0);
    const key = await createWithLogs(5);
    const answers = await Promise.all([1, 2].map(() => admin().delete(`/api/keys/${key.id}`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const { body: records } = await admin().get(`/api/audit?targetType=licenseKey&targetId=${key.id}`);
    expect(records.map(({ action }: { action: string }) => action)).toEqual(['delete', 'create']);
    expect(await countLogs(other)).toBe(2000);
  }, 60_000);

  it('leaves the key with fewer logs when the service ends in between, and is finished by the same request', async () => {
    // More than are deleted until the service stops; a server takes longer.
    const key = await createWithLogs(onEmbedded() ? DOUBLINGS + 1 : DOUBLINGS);
    const all = await countLogs(key);
    const ending = await Service.start({ DATABASE_URL: scenario.database.url });
    const answer = ending.client().delete(`/api/keys/${key.id}`);
    while ((await countLogs(key)) === all) await sleep(5);
    expect(await ending.stop()).toBe(0);
    const { status, headers, body } = await answer;
    expect([status, headers['retry-after'], body]).toEqual([503, '5', { msg: expect.stringContaining('stopping') }]);
    expect([await isThere(key), (await countLogs(key)) > 0]).toEqual([true, true]);
    expect((await admin().delete(`/api/keys/${key.id}`)).status).toBe(200);
    expect([await isThere(key), await countLogs(key)]).toEqual([false, 0]);
  }, 120_000);

  it('goes on when its client goes away', async () => {
    const key = await createWithLogs(5);
    const all = await countLogs(key);
    const client = new AbortController();
    const headers = { 'x-api-key': ADMIN_KEY };
    const { signal } = client;
    const answer = fetch(`${scenario.service.url}/api/keys/${key.id}`, { method: 'DELETE', headers, signal });
    while ((await countLogs(key)) === all) await sleep(5);
    client.abort();
    await expect(answer).rejects.toThrow();
    while (await isThere(key)) await sleep(20);
    expect(await countLogs(key)).toBe(0);
  }, 60_000);
});
