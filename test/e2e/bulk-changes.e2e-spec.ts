import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import { type Scenario, unique } from '../support/scenario';
import { startSeats } from '../support/seats';
import { Service } from '../support/service';

interface BulkChange {
  readonly id: number;
  readonly state: string;
  readonly processed: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly requestId: string;
}

const DAY_MS = 86_400_000;
const EXPIRY = 2_524_608_000_000;

let scenario: Scenario;
let admin: ApiClient;

beforeAll(async () => {
  ({ scenario } = await startSeats());
  admin = scenario.admin;
});
afterAll(() => scenario.close());

/** Waits until a bulk change has ended. */
async function ended(id: number): Promise<BulkChange> {
  for (;;) {
    const { body } = await admin.get(`/api/keys/bulk/${id}`);
    if (body.state !== 'running') return body as BulkChange;
    await sleep(100);
  }
}

async function change(body: object): Promise<BulkChange> {
  const { status, headers, body: begun, text } = await admin.put('/api/keys', body);
  if (status !== 202) throw new Error(`No bulk change was begun: ${text}`);
  expect(headers.location).toBe(`/api/keys/bulk/${begun.id}`);
  return ended(begun.id);
}

async function resultsOf({ id }: BulkChange): Promise<object[]> {
  const { text, headers } = await admin.get(`/api/keys/bulk/${id}/results`);
  expect(headers['content-type']).toMatch(/^application\/x-ndjson/);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);
}

const keyOf = async (id: number) => (await admin.get(`/api/keys/${id}`)).body;
const auditOf = async ({ requestId }: BulkChange) =>
  (await admin.get(`/api/audit?requestId=${requestId}&limit=1000`)).body as {
    targetId: number;
    before: object;
    after: object;
  }[];
const create = (fields: object = {}) => createLicenseKey(admin, fields);

describe('a bulk change of license keys that are named', () => {
  it('changes them as PUT /api/keys/{id} does, and tells of each row that failed', async () => {
    const [dated, undated, late] = [
      await create({ expiresAt: EXPIRY }),
      await create(),
      await create({ expiresAt: Number.MAX_SAFE_INTEGER }),
    ];
    const others = await create({ expiresAt: EXPIRY });
    const missing = late.id + 1_000_000;
    const done = await change({ ids: [missing, late.id, undated.id, dated.id, dated.id], change: { extendDays: 30 } });
    expect(done).toMatchObject({
      state: 'done',
      ids: 4,
      processed: 4,
      changed: 1,
      unchanged: 1,
      failed: 2,
      progress: 1,
      creator: 'bootstrap',
    });
    expect(await resultsOf(done)).toEqual([
      { id: dated.id, key: dated.key, outcome: 'changed' },
      { id: undated.id, key: undated.key, outcome: 'unchanged' },
      { id: late.id, key: late.key, outcome: 'failed', msg: expect.stringMatching(/^extendDays would move expiresAt/) },
      { id: missing, outcome: 'failed', msg: 'The specified license key was not found.' },
    ]);
    expect((await keyOf(dated.id)).expiresAt).toBe(EXPIRY + 30 * DAY_MS);
    expect((await keyOf(late.id)).expiresAt).toBe(Number.MAX_SAFE_INTEGER);
    expect((await keyOf(others.id)).expiresAt).toBe(EXPIRY);
    expect(await auditOf(done)).toEqual([
      expect.objectContaining({
        action: 'update',
        targetType: 'licenseKey',
        targetId: dated.id,
        apiKeyName: 'bootstrap',
        address: '127.0.0.1',
        before: expect.objectContaining({ id: dated.id, expiresAt: EXPIRY, key: expect.stringMatching(/…$/) }),
        after: expect.objectContaining({ id: dated.id, expiresAt: EXPIRY + 30 * DAY_MS }),
      }),
    ]);
  });

  it('sets every field that one can, clears them with 0 and "", and leaves out what has them already', async () => {
    const fields = {
      disabled: true,
      status: false,
      locked: true,
      ip: '::ffff:203.0.113.9',
      expiresAt: EXPIRY,
      seats: 3,
      leaseSeconds: 60,
    };
    const [one, two] = [await create(), await create({ ip: '203.0.113.9' })];
    const set = await change({ ids: [one.id, two.id], change: fields });
    expect([set.changed, (await change({ ids: [one.id, two.id], change: fields })).unchanged]).toEqual([2, 2]);
    for (const { id } of [one, two]) expect(await keyOf(id)).toMatchObject({ ...fields, ip: '203.0.113.9' });
    await change({ ids: [one.id], change: { ip: '', expiresAt: 0, seats: 0, leaseSeconds: 0 } });
    const { ip, expiresAt, seats, leaseSeconds } = await keyOf(one.id);
    expect([ip, expiresAt, seats, leaseSeconds]).toEqual(['', undefined, undefined, undefined]);
  });

  it('forgets the devices of those that count none any more, and of no others', async () => {
    const [one, two] = [await create({ seats: 1 }), await create({ seats: 1 })];
    for (const { key } of [one, two]) await admin.post('/api/check', { id: key, device: 'a' });
    await change({ ids: [one.id], change: { seats: 0 } });
    await change({ ids: [one.id, two.id], change: { seats: 2 } });
    expect((await admin.get(`/api/keys/${one.id}/devices`)).body).toEqual([]);
    expect((await admin.get(`/api/keys/${two.id}/devices`)).body).toHaveLength(1);
    expect((await admin.post('/api/check', { id: one.key, device: 'b' })).body.seats).toEqual({ of: 2, taken: 1 });
  });
});

describe('a bulk change of license keys that a filter finds', () => {
  it('changes those, and none that is made since', async () => {
    const uid = unique('owner');
    const keys = [];
    for (let index = 0; index < 5; index++) keys.push(await create({ uid: `${uid}-${index}`, disabled: index === 4 }));
    const done = await change({
      filter: { uidPrefix: uid, disabled: false, pid: PRODUCT },
      change: { disabled: true },
    });
    expect(done).toMatchObject({ state: 'done', processed: 4, changed: 4, unchanged: 0, failed: 0 });
    const later = await create({ uid: `${uid}-later` });
    expect(await resultsOf(done)).toEqual(keys.slice(0, 4).map(({ id, key }) => ({ id, key, outcome: 'changed' })));
    expect((await auditOf(done)).map(({ targetId }) => targetId).toSorted((a, b) => a - b)).toEqual(
      keys.slice(0, 4).map(({ id }) => id),
    );
    expect((await keyOf(later.id)).disabled).toBe(false);
  });

  it('says what it would do, and does nothing then', async () => {
    const uid = unique('preview');
    for (let index = 0; index < 22; index++) await create({ uid, expiresAt: EXPIRY + index });
    const before = (await admin.get('/api/keys/bulk')).body.length;
    const filter = { uid };
    const { status, body } = await admin.put('/api/keys', { filter, change: { extendDays: -1 }, preview: true });
    expect([status, body.matched, body.more, body.examples.length]).toEqual([200, 22, false, 20]);
    expect(body.examples[0].after.expiresAt).toBe(EXPIRY - DAY_MS);
    expect(body.examples[0].before.expiresAt).toBe(EXPIRY);
    expect((await admin.get('/api/keys/bulk')).body).toHaveLength(before);
    const named = await admin.put('/api/keys', {
      ids: [1, 2_000_000_000],
      change: { extendDays: -36500 * 2 + 36500 },
      preview: true,
    });
    expect([named.status, named.body.matched]).toEqual([200, 1]);
  });

  it('takes the filters of the list, each of them', async () => {
    const { paths, components } = (await admin.get('/docs/openapi.json')).body;
    const listed = paths['/api/keys'].get.parameters.map(({ name }: { name: string }) => name);
    expect(Object.keys(components.schemas.KeyFilter.properties).toSorted()).toEqual(
      listed.filter((name: string) => !['limit', 'order', 'after', 'afterValue'].includes(name)).toSorted(),
    );
  });
});

it('begins one once for an Idempotency-Key, and lists bulk changes newest first', async () => {
  const { id } = await create();
  const send = (change: object) =>
    admin.put('/api/keys', { ids: [id], change }, { headers: { 'idempotency-key': 'summer' } });
  const [first, second] = await Promise.all([send({ locked: true }), send({ locked: true })]);
  expect([first.status, second.status, second.body.id]).toEqual([202, 202, first.body.id]);
  expect((await send({ locked: false })).status).toBe(409);
  await ended(first.body.id);
  const page = await admin.get('/api/keys/bulk?limit=1');
  expect([page.body.length, page.body[0].id]).toEqual([1, first.body.id]);
  const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))![1];
  expect((await admin.get(next)).body[0].id).toBe(first.body.id - 1);
});

it('takes 10,000 ids, and no more', async () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => 2_000_000_000 + index);
  const done = await change({ ids, change: { status: true } });
  expect(done).toMatchObject({ state: 'done', failed: 10_000, changed: 0 });
  expect(await resultsOf(done)).toHaveLength(10_000);
  const tooMany = await admin.put('/api/keys', { ids: [...ids, 1], change: { status: true } });
  expect([tooMany.status, tooMany.body.msg]).toEqual([400, expect.stringMatching(/^ids must be/)]);
}, 120_000);

describe('many license keys', () => {
  it('are changed up to a cancellation, and no further; ten bulk changes run at most', async () => {
    const { secret } = await createApiKey(admin, ['keys:write']);
    const writer = scenario.service.client(secret);
    await writer.post('/api/keys/bulk', { count: 5000, uid: 'cancelled', pid: PRODUCT });
    const body = { filter: { uid: 'cancelled' }, change: { disabled: true } };
    // Nobody is at these: they are taken over in five seconds.
    await runSql(
      scenario.database,
      `INSERT INTO bulk_changes (state, \`change\`, lastId, position, runner, processed, changed, failed, createdAt, creator, address, requestId)
      VALUES ${Array.from({ length: 9 }, () => `('running', '{"locked":true}', 0, 0, 'somebody else', 0, 0, 0, 0, 'x', '', 'x')`).join(', ')}`,
    );
    const { body: begun } = await writer.put('/api/keys', body);
    const refused = await writer.put('/api/keys', body);
    expect([refused.status, refused.body.msg]).toEqual([409, expect.stringMatching(/^10 bulk changes are running/)]);
    while ((await writer.get(`/api/keys/bulk/${begun.id}`)).body.changed === 0);
    const cancelled = await writer.delete(`/api/keys/bulk/${begun.id}`);
    expect(cancelled.body).toMatchObject({
      state: 'cancelled',
      msg: expect.stringMatching(/^Cancelled by api key/),
      endedAt: expect.any(Number),
    });
    const { changed } = cancelled.body;
    const disabled = async () =>
      (
        (await runSql(
          scenario.database,
          "SELECT COUNT(*) AS n FROM license_keys WHERE uuid = 'cancelled' AND disabled = 1",
        )) as { n: number }[]
      )[0].n;
    expect([await disabled(), changed < 5000]).toEqual([changed, true]);
    await sleep(200);
    expect([await disabled(), (await writer.delete(`/api/keys/bulk/${begun.id}`)).body]).toEqual([
      changed,
      cancelled.body,
    ]);
    await runSql(
      scenario.database,
      "UPDATE bulk_changes SET state = 'done', endedAt = 1 WHERE runner = 'somebody else'",
    );
  });

  it('that are forgotten 30 days after their end leave with their results', async () => {
    const done = await change({ ids: [1], change: { status: true } });
    await runSql(
      scenario.database,
      `UPDATE bulk_changes SET endedAt = ${Date.now() - 31 * DAY_MS} WHERE id = ${done.id}`,
    );
    const other = await Service.start({ DATABASE_URL: scenario.database.url });
    try {
      while ((await other.client().get(`/api/keys/bulk/${done.id}`)).status !== 404) await sleep(20);
    } finally {
      await other.stop('SIGINT');
    }
    const left = (await runSql(
      scenario.database,
      `SELECT COUNT(*) AS n FROM bulk_change_portions WHERE change_id = ${done.id}`,
    )) as { n: number }[];
    expect(left[0].n).toBe(0);
  });
});
