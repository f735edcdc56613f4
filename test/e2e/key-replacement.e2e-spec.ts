import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { keylink } from '../support/command-line';
import { openBeside } from '../support/open-beside';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';
import { describeIf } from '../support/skipping';
import { createMigratedDatabase, onEmbedded } from '../support/test-database';
import { counts, importFile } from '../support/transfer';

interface Key {
  readonly id: number;
  readonly key: string;
  readonly uuid: string;
}

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (more: object = {}): Promise<Key> =>
  (await admin().post('/api/keys', { uid: unique('user'), pid: 6, ...more })).body as Key;
const replace = (id: string | number, body: object = {}, headers: Record<string, string> = {}) =>
  admin().post(`/api/keys/${id}/replace`, body, { headers });
const check = async (id: string | number, more: object = {}) =>
  (await admin().post('/api/check', { id, ...more })).body;
const logs = async (id: number) =>
  ((await admin().get(`/api/logs?key=${id}`)).body as { status: string; id: number }[]).map(({ status }) => status);
const explain = async (body: object) => (await admin().post('/api/check/explain', body)).body;
const found = async (q: string): Promise<number[]> =>
  ((await admin().get(`/api/keys?q=${encodeURIComponent(q)}`)).body as Key[]).map(({ id }) => id);

const command = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, ...args);

const NOT_REACHED = Array.from({ length: 9 }, () => ({ outcome: 'notReached' }));
const UNKNOWN = { status: 'NOT FOUND', pass: false, details: 'The supplied license key does not exist.' };

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('a license key that is replaced', () => {
  it('keeps its record, devices, expiry and logs; what it was is unknown to checks, and told apart in its log', async () => {
    const old = await create({ seats: 1, expiresAt: '2040-01-01', note: 'leaked' });
    expect(await check(old.key, { device: 'laptop' })).toMatchObject({ status: 'AUTHORISED' });
    const answer = await replace(old.id, { reason: 'posted in a forum' });
    expect(answer.status).toBe(200);
    const fresh = answer.body as Key;
    expect(fresh.key).not.toBe(old.key);
    const { lastSeen } = (await admin().get(`/api/keys/${old.id}`)).body as { lastSeen: number };
    expect(fresh).toEqual({ ...old, key: fresh.key, lastSeen });
    expect((await admin().get(`/api/keys/${fresh.key}`)).body).toEqual(fresh);
    expect((await admin().get(`/api/keys/${old.key}`)).status).toBe(404);

    expect(await check(fresh.key, { device: 'laptop' })).toMatchObject({ status: 'AUTHORISED', seats: { taken: 1 } });
    expect(await check(old.key, { device: 'laptop' })).toEqual(UNKNOWN);
    expect(await check(unique('never-a-key'))).toEqual(UNKNOWN);
    expect(await logs(old.id)).toEqual(['KEY REPLACED', 'AUTHORISED', 'AUTHORISED']);
    const refused = (await admin().get(`/api/logs?key=${old.id}&pass=false`)).body as { id: number; status: string }[];
    expect(refused).toMatchObject([{ status: 'KEY REPLACED' }]);

    expect(await explain({ id: old.key })).toMatchObject({
      ...UNKNOWN,
      licenseKey: { id: old.id },
      former: { keyId: old.id },
      rules: [
        { rule: 'exists', outcome: 'refused', saw: expect.stringContaining(`former key of record ${old.id}`) },
        ...NOT_REACHED,
      ],
    });
    const then = await explain({ log: refused[0].id });
    expect(then).toMatchObject({ ...UNKNOWN, licenseKey: { id: old.id }, nextSteps: [] });
    expect(then.past).toMatchObject({
      status: 'KEY REPLACED',
      setBy: { field: 'key', reason: 'posted in a forum' },
      rules: [{ outcome: 'refused' }, ...NOT_REACHED],
    });
    const [audit] = (await admin().get(`/api/audit?targetType=licenseKey&targetId=${old.id}&limit=1`)).body;
    expect(JSON.stringify(audit)).not.toContain(fresh.key);
    expect(audit).toMatchObject({ action: 'update', before: { note: 'leaked' }, after: { note: 'leaked' } });
    expect(audit.before.key).not.toBe(audit.after.key);
  });

  it('passes by what it was until its grace is over, and takes a second one', async () => {
    const old = await create();
    const { key: second } = (await replace(old.key, { graceSeconds: 3600 })).body as Key;
    const { key: third } = (await replace(second, { graceSeconds: 1 })).body as Key;
    for (const key of [old.key, second, third]) expect(await check(key)).toMatchObject({ pass: true });
    expect(await explain({ id: old.key })).toMatchObject({ status: 'AUTHORISED', former: { keyId: old.id } });
    await sleep(1100);
    expect(await check(second)).toEqual(UNKNOWN);
    for (const key of [old.key, third]) expect(await check(key)).toMatchObject({ pass: true });
    await admin().put(`/api/keys/${old.id}`, { disabled: true });
    expect(await check(old.key)).toMatchObject({ status: 'KEY DISABLED' });
  });

  it('is found by the end of what it is and of what it was, until it is deleted', async () => {
    const old = await create();
    const { key } = (await replace(old.id)).body as Key;
    for (const q of [key.slice(-6), old.key.slice(-6), old.key, old.key.toUpperCase()])
      expect([q, await found(q)]).toEqual([q, [old.id]]);
    expect(await found(`x${old.key.slice(-7)}`)).toEqual([]);
    expect(await command('search', 'rebuild')).toMatchObject({ exitCode: 0 });
    expect(await found(old.key.slice(-6))).toEqual([old.id]);
    await admin().delete(`/api/keys/${old.id}`);
    expect(await found(old.key.slice(-6))).toEqual([]);
    expect(await runSql(scenario.database, `SELECT id FROM former_keys WHERE key_id = ${old.id}`)).toEqual([]);
  });

  it('is not replaced again by a request that was sent twice', async () => {
    const old = await create();
    const fresh = (await replace(old.key)).body as Key;
    const again = await replace(old.key);
    expect([again.status, again.headers['x-error-code'], again.body.msg]).toEqual([
      409,
      'licenseKey.replaced',
      expect.stringMatching(`it is a former key of record ${old.id}. Nothing was changed.$`),
    ]);
    const key = { 'idempotency-key': unique('leak') };
    const once = await Promise.all([1, 2, 3].map(() => replace(old.id, { graceSeconds: 5 }, key)));
    expect(new Set(once.map(({ body }) => (body as Key).key)).size).toBe(1);
    expect((await replace(old.id, { graceSeconds: 6 }, key)).status).toBe(409);
    expect((await admin().get(`/api/keys/${old.id}`)).body.key).toBe((once[0].body as Key).key);
    expect((once[0].body as Key).key).not.toBe(fresh.key);
  });

  it.each([
    [{ graceSeconds: -1 }, 400],
    [{ graceSeconds: 31_536_001 }, 400],
    [{ graceSeconds: '1' }, 400],
    [{ key: 'my-own' }, 400],
  ])('refuses %j', async (body, status) => {
    const old = await create();
    expect((await replace(old.id, body)).status).toBe(status);
    expect((await admin().get(`/api/keys/${old.id}`)).body).toEqual(old);
    expect((await replace('no-such-key', {})).status).toBe(404);
  });

  it('comes back to nobody by an import', async () => {
    const old = await create();
    await replace(old.key);
    const csv = `key,uid,pid\n${old.key},somebody,6\n${unique('other-key')},somebody,6\n`;
    for (const isDry of [true, false]) {
      const { rows, summary } = await importFile(admin(), `/api/keys/import?dryRun=${isDry}`, csv);
      expect(summary).toEqual(counts(1, 0, 0, 1, isDry));
      expect(rows[0]).toMatchObject({
        result: 'conflict',
        id: old.id,
        msg: expect.stringContaining('was replaced at'),
      });
    }
  });
});

it('is for those who support, who are not shown the new key unless they may read', async () => {
  const old = await create();
  const path = `/api/keys/${old.id}/replace`;
  const clientOf = async (...scopes: string[]) => scenario.service.client((await createApiKey(admin(), scopes)).secret);
  const answer = await (await clientOf('keys:support')).post(path, {});
  expect([answer.status, Object.keys(answer.body)]).toEqual([200, expect.not.arrayContaining(['key', 'uuid'])]);
  expect((await (await clientOf('keys:disable', 'keys:read')).post(path, {})).status).toBe(403);
});

it('is replaced on the command line too', async () => {
  const old = await create();
  const { exitCode, stdout, stderr } = await command('keys', 'replace', old.key, '--grace', '60', '--reason', 'Leaked');
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('The former key passes until')]);
  expect((await admin().get(`/api/keys/${old.id}`)).body.key).toBe(stdout.trim());
  const { body: audited } = await admin().get(`/api/audit?targetType=licenseKey&targetId=${old.id}`);
  expect(audited[0]).toMatchObject({ action: 'update', reason: 'Leaked' });
  const again = await command('keys', 'replace', old.key);
  expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('was replaced at')]);
});

// The embedded database has one lock for everything, and no rows that somebody could hold.
describeIf(!onEmbedded(), 'needs a server')('while somebody holds its record', () => {
  it('is checked by its former key once that is free, and others meanwhile', async () => {
    const [held, other] = [await create(), await create()];
    for (const { id } of [held, other]) await replace(id, { graceSeconds: 3600 });
    const beside = await openBeside(scenario.database);
    const holder = beside.createQueryRunner();
    await holder.startTransaction();
    await holder.query('UPDATE license_keys SET product = product WHERE id = ?', [held.id]);
    const answers = [1, 2].map(() => admin().post('/api/check', { id: held.key }));
    for (let time = 0; time < 20; time++) expect(await check(other.key)).toMatchObject({ pass: true });
    await sleep(1200);
    expect(await check(other.key)).toMatchObject({ pass: true });
    await holder.rollbackTransaction();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    await holder.release();
    await beside.destroy();
  });
});

it('is replaced whole or not at all, however often the service is killed meanwhile', async () => {
  const database = await createMigratedDatabase();
  let service = await Service.start({ DATABASE_URL: database.url });
  try {
    const { body } = await service.client().post('/api/keys/bulk', { count: 300, uid: 'u', pid: 1 });
    const before = body as Key[];
    for (let kill = 1; kill <= Number(process.env.REPLACEMENT_KILLS ?? 2); kill++) {
      const client = service.client();
      const asked = before.map(({ key }) => client.post(`/api/keys/${key}/replace`, {}).catch(() => undefined));
      await Promise.race(asked);
      await service.stop('SIGKILL');
      await Promise.all(asked);
      service = await Service.start({ DATABASE_URL: database.url });
    }
    const former = (await runSql(database, 'SELECT `key`, key_id FROM former_keys')) as {
      key: string;
      key_id: number;
    }[];
    expect(former.length).toBeGreaterThan(0);
    const current = new Map(((await service.client().get('/api/keys')).body as Key[]).map(({ id, key }) => [id, key]));
    const replaced = new Map(former.map(({ key, key_id }) => [key_id, key]));
    expect(replaced.size).toBe(former.length);
    for (const { id, key } of before) {
      if (replaced.has(id)) expect([replaced.get(id), current.get(id)]).toEqual([key, expect.not.stringMatching(key)]);
      else expect(current.get(id)).toBe(key);
    }
    const audited = await runSql(
      database,
      "SELECT id FROM audit_log WHERE targetType = 'licenseKey' AND action = 'update'",
    );
    expect(audited).toHaveLength(former.length);
    // A running service would compare some of them.
    await service.stop('SIGINT');
    const { stdout } = await keylink({ DATABASE_URL: database.url }, 'search', 'rebuild');
    expect(stdout).toContain('300 records compared: all are found by their words.');
  } finally {
    await service.stop('SIGKILL');
    await database.drop();
  }
});
