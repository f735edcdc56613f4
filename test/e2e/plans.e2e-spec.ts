import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';

const DAY = 86_400_000;

let scenario: Scenario;
const admin = () => scenario.admin;
const plans = `/api/products/${PRODUCT}/plans`;

async function createPlan(fields: object = {}): Promise<string> {
  const code = unique('plan');
  const { status, text } = await admin().post(plans, { code, name: 'A plan', ...fields });
  if (status !== 201) throw new Error(`No plan was created: ${text}`);
  return code;
}
const check = async (key: { key: string }, fields: object = {}) =>
  (await admin().post('/api/check', { id: key.key, ...fields })).body;
const read = async ({ id }: { id: number }) => (await admin().get(`/api/keys/${id}`)).body;
async function ending(path: string): Promise<object> {
  for (;;) {
    const { body } = await admin().get(path);
    if (body.state !== 'running') return body as object;
    await sleep(50);
  }
}
const eventsOf = async (type: string) => (await admin().get(`/api/events?types=${type}&limit=1000&wait=1`)).body;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('a plan', () => {
  it('is kept by its code, changed and deleted, each with its audit record and event', async () => {
    const body = { code: 'pro', name: 'Pro', duration: 'P1Y', graceDays: 7, seats: 3, entitlements: { export: true } };
    const { status, body: plan } = await admin().post(plans, body);
    expect([status, plan]).toEqual([
      201,
      {
        id: expect.any(Number),
        product: PRODUCT,
        ...body,
        starts: 'creation',
        trial: false,
        createdAt: expect.any(Number),
      },
    ]);
    expect((await admin().get(`${plans}/pro`)).body).toEqual(plan);
    expect((await admin().get(plans)).body).toContainEqual(plan);
    const { duration: _gone, ...bare } = plan;
    expect((await admin().put(`${plans}/pro`, { duration: '', seats: 5 })).body).toEqual({ ...bare, seats: 5 });
    expect((await admin().post(plans, body)).body).toEqual({
      msg: `Product ${PRODUCT} already has a plan "pro"; change it with PUT /api/products/${PRODUCT}/plans/pro.`,
    });
    expect((await admin().delete(`${plans}/pro`)).body).toEqual({ ...bare, seats: 5 });
    expect((await admin().get(`${plans}/pro`)).body).toEqual({
      msg: 'There is no plan with this code for the product.',
    });
    const audited = (await admin().get(`/api/audit?targetType=plan&targetId=${plan.id}`)).body;
    expect(audited.map(({ action }: { action: string }) => action)).toEqual(['delete', 'update', 'create']);
    const [changed] = await eventsOf('plan.updated');
    expect(changed.data).toEqual({ plan: { ...bare, seats: 5 }, previous: { duration: 'P1Y', seats: 3 } });
  });

  it.each<[object, string]>([
    [{ code: 'Pro' }, 'code must be lower-case letters'],
    [{ code: 'a/b' }, 'code must be lower-case letters'],
    [{ code: 'x'.repeat(65) }, 'code must be lower-case letters'],
    [{ duration: 'P1.5M' }, 'duration must be a duration'],
    [{ duration: 'P0D' }, 'duration must be a duration'],
    [{ starts: 'later' }, 'starts must be "creation" or "firstCheck".'],
    [{ graceDays: 366 }, 'graceDays must be an integer from 1 to 365, or 0 for none.'],
    [{ seats: 1.5 }, 'seats must be an integer'],
    [{ entitlements: { 'a b': true } }, 'Each name in entitlements must be 1 to 64 letters'],
    [{ entitlements: { export: [] } }, 'The value of "export" in entitlements must be text, a number, true or false'],
    [{ entitlements: { export: 2 ** 53 } }, 'The value of "export" in entitlements must be a number from'],
    [{ entitlements: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`e${n}`, true])) }, 'entitlements can have at most 64 names.'], // oxfmt-ignore
    [{ product: 7 }, '"product" is not a field of this request.'],
  ])('with %j is refused in a sentence', async (fields, sentence) => {
    const { status, body } = await admin().post(plans, { code: unique('bad'), name: 'Bad', ...fields });
    expect([status, body.msg]).toEqual([400, expect.stringContaining(sentence)]);
  });

  it('needs the scopes of plans', async () => {
    const products = scenario.service.client((await createApiKey(admin(), ['products:write', 'products:read'])).secret);
    expect((await products.get(plans)).status).toBe(403);
    expect((await products.post(plans, { code: 'x', name: 'X' })).status).toBe(403);
    const reader = scenario.service.client((await createApiKey(admin(), ['plans:read'])).secret);
    expect((await reader.get(plans)).status).toBe(200);
    expect((await reader.delete(`${plans}/x`)).status).toBe(403);
  });

  it('stays while license keys have it', async () => {
    const plan = await createPlan();
    const key = await createLicenseKey(admin(), { plan });
    expect(await admin().delete(`${plans}/${plan}`)).toMatchObject({
      status: 409,
      body: { msg: expect.stringMatching(/^A license key has this plan: give them another one first/) },
    });
    expect((await admin().put(`/api/keys/${key.id}`, { plan: '' })).body).not.toHaveProperty('plan');
    expect((await admin().delete(`${plans}/${plan}`)).status).toBe(200);
  });
});

describe('a license key of a plan', () => {
  it('gets its end from it, unless the request gives one', async () => {
    const plan = await createPlan({ duration: 'P14D' });
    const before = Date.now();
    const key = await read(await createLicenseKey(admin(), { plan }));
    expect(key.plan).toBe(plan);
    expect(key.expiresAt).toBeGreaterThanOrEqual(before + 14 * DAY);
    expect(key.expiresAt).toBeLessThanOrEqual(Date.now() + 14 * DAY);
    expect(await read(await createLicenseKey(admin(), { plan, expiresAt: 2_000_000_000_000 }))).toMatchObject({
      expiresAt: 2_000_000_000_000,
    });
    expect(await read(await createLicenseKey(admin(), { plan, expiresAt: 0 }))).not.toHaveProperty('expiresAt');
    const many = (await admin().post('/api/keys/bulk', { uid: 'many', pid: PRODUCT, plan, count: 3 })).body;
    for (const each of many) expect(each.expiresAt).toBeGreaterThan(before + 13 * DAY);
  });

  it('names a plan of its product, wherever it is given one', async () => {
    const plan = await createPlan();
    const missing = (product: number, code: string) => ({
      status: 400,
      body: { msg: `plan: product ${product} has no plan "${code}".` },
    });
    const key = await createLicenseKey(admin(), { plan });
    expect(await admin().post('/api/keys', { uid: 'u', pid: 7, plan })).toMatchObject(missing(7, plan));
    expect(await admin().put(`/api/keys/${key.id}`, { plan: 'none' })).toMatchObject(missing(PRODUCT, 'none'));
    expect(await admin().put(`/api/keys/${key.id}`, { pid: 7 })).toMatchObject(missing(7, plan));
    expect(await read(key)).toMatchObject({ product: PRODUCT, plan });
    const change = { ids: [key.id], change: { plan: 'none' } };
    expect((await admin().put('/api/keys', { ...change, preview: true })).body).toMatchObject({
      changes: 0,
      kept: [{ reason: 'noPlan', count: 1 }],
    });
    const { body } = await admin().put('/api/keys', change);
    const ended = await ending(`/api/keys/bulk/${body.id}`);
    expect(ended).toMatchObject({ state: 'done', changed: 0, failed: 1 });
    expect((await admin().get(`/api/keys/bulk/${body.id}/results`)).text).toContain('has no such plan');
    expect(await read(key)).toMatchObject({ plan });
  });

  it('begins with its first check that passes, once', async () => {
    const plan = await createPlan({ duration: 'P1M', starts: 'firstCheck' });
    const key = await createLicenseKey(admin(), { plan });
    expect(await read(key)).toMatchObject({ starts: 'firstCheck' });
    expect((await admin().post(`/api/keys/${key.id}/renew`, {})).status).toBe(409);
    expect((await check(key, { pid: 7 })).status).toBe('INVALID PRODUCT');
    expect(await read(key)).toMatchObject({ starts: 'firstCheck' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(key)));
    for (const { status } of answers) expect(status).toBe('AUTHORISED');
    const begun = await read(key);
    expect(begun.expiresAt).toBeGreaterThan(Date.now() + 27 * DAY);
    expect(begun).not.toHaveProperty('starts');
    await check(key);
    expect((await read(key)).expiresAt).toBe(begun.expiresAt);
    const told = (await eventsOf('licenseKey.begun')).filter(
      ({ data }: { data: { licenseKey: { id: number } } }) => data.licenseKey.id === key.id,
    );
    expect(told).toHaveLength(1);
    expect(told[0].data.licenseKey.expiresAt).toBe(begun.expiresAt);
    const ended = await createLicenseKey(admin(), { plan });
    await admin().put(`/api/keys/${ended.id}`, { expiresAt: 0 });
    await check(ended);
    expect(await read(ended)).not.toHaveProperty('expiresAt');
  });

  it('follows a changed plan from the next check on', async () => {
    const plan = await createPlan({ entitlements: { export: true } });
    const key = await createLicenseKey(admin(), { plan });
    expect(await check(key, { require: ['export'] })).toMatchObject({ status: 'AUTHORISED' });
    expect(await check(key, { require: 'sync, export' })).toMatchObject({ status: 'NOT ENTITLED', pass: false });
    const [log] = (await admin().get(`/api/keys/${key.id}/logs`)).body;
    expect(log).toMatchObject({ status: 'NOT ENTITLED', required: ['sync', 'export'] });
    const { past, rules } = (await admin().post('/api/check/explain', { log: log.id })).body;
    expect(past.rules.find(({ rule }: { rule: string }) => rule === 'entitlements')).toMatchObject({
      outcome: 'refused',
      recorded: true,
    });
    expect(rules.find(({ rule }: { rule: string }) => rule === 'entitlements').outcome).toBe('refused');
    await admin().put(`${plans}/${plan}`, { entitlements: { export: true, sync: 'daily' }, seats: 1 });
    expect(await check(key, { require: ['sync'], entitlements: true, device: 'a' })).toMatchObject({
      status: 'AUTHORISED',
      entitlements: { export: true, sync: 'daily' },
      seats: { of: 1, taken: 1 },
    });
    expect(await check(key, { device: 'b' })).toMatchObject({ status: 'NO SEAT' });
    await admin().put(`/api/keys/${key.id}`, { seats: 2, entitlements: { sync: false, projects: 5 } });
    expect(await check(key, { device: 'b' })).toMatchObject({ status: 'AUTHORISED', seats: { of: 2, taken: 2 } });
    expect((await admin().get(`/api/keys/${key.id}/entitlements`)).body).toEqual({ export: true, projects: 5 });
  });

  it('passes for its days of grace, and says until when', async () => {
    const plan = await createPlan({ graceDays: 3 });
    const expiresAt = Date.now() - DAY;
    const key = await createLicenseKey(admin(), { plan, expiresAt });
    expect(await check(key)).toMatchObject({ status: 'AUTHORISED', graceUntil: expiresAt + 3 * DAY });
    await admin().put(`${plans}/${plan}`, { graceDays: 0 });
    expect(await check(key)).toMatchObject({ status: 'EXPIRED' });
    await admin().put(`/api/keys/${key.id}`, { graceDays: 2 });
    expect(await check(key)).toMatchObject({ graceUntil: expiresAt + 2 * DAY });
    const explained = (await admin().post('/api/check/explain', { id: key.key })).body;
    expect(explained).toMatchObject({ pass: true, graceUntil: expiresAt + 2 * DAY });
    expect(explained.rules[4].saw).toContain('Its grace ends at');
  });

  it('is renewed from its end or from now, once for each Idempotency-Key', async () => {
    const plan = await createPlan({ duration: 'P1M' });
    const expiresAt = Date.UTC(2032, 0, 31, 12);
    const key = await createLicenseKey(admin(), { plan, expiresAt });
    const renew = async (body: object, headers = {}) =>
      (await admin().post(`/api/keys/${key.id}/renew`, body, { headers })).body;
    const once = { 'idempotency-key': unique('renewal') };
    expect((await renew({}, once)).expiresAt).toBe(Date.UTC(2032, 1, 29, 12));
    expect((await renew({}, once)).expiresAt).toBe(Date.UTC(2032, 1, 29, 12));
    expect((await renew({ from: 'expiry', duration: 'P1Y' })).expiresAt).toBe(Date.UTC(2033, 1, 28, 12));
    const before = Date.now();
    const { expiresAt: end } = await renew({ from: 'now', duration: 'P1D' });
    expect(end - before).toBeGreaterThanOrEqual(DAY);
    expect(end - Date.now()).toBeLessThanOrEqual(DAY);
    const [renewed] = await eventsOf('licenseKey.renewed');
    expect(renewed.data).toMatchObject({ licenseKey: { id: key.id }, previous: { expiresAt } });
    expect((await renew({ duration: 'P1M', from: 'then' })).msg).toBe('from must be "expiry" or "now" or "later".');
    for (const duration of ['P0D', ''])
      expect((await renew({ duration })).msg).toBe(
        'duration must be a duration of at most 100 years, such as P14D, P1M or P1Y, of at most 16 characters.',
      );
    const endless = await createLicenseKey(admin());
    expect((await admin().post(`/api/keys/${endless.id}/renew`, { duration: 'P1Y' })).body.msg).toMatch(/never ends/);
  });

  it('is renewed by support for 31 days at most', async () => {
    const support = scenario.service.client((await createApiKey(admin(), ['keys:support'])).secret);
    const key = await createLicenseKey(admin(), { expiresAt: Date.now() + DAY });
    expect((await support.post(`/api/keys/${key.id}/renew`, { duration: 'P1Y' })).status).toBe(403);
    expect((await support.post(`/api/keys/${key.id}/renew`, { duration: 'P28D' })).status).toBe(200);
  });
});

describe('a check of a license key without a plan', () => {
  it('is answered as ever, also what is asked of it', async () => {
    const key = await createLicenseKey(admin());
    const plain = await admin().post('/api/check', { id: key.key });
    expect(plain.text).toBe('{"status":"AUTHORISED","pass":true,"details":"Authorisation completed."}');
    expect(await check(key, { entitlements: true })).toEqual({ ...plain.body, entitlements: {} });
    expect(await check(key, { require: ['export'] })).toMatchObject({ status: 'NOT ENTITLED' });
    await admin().put(`/api/keys/${key.id}`, { entitlements: { export: 3 } });
    expect(await check(key, { require: ['export'], entitlements: 'true' })).toMatchObject({
      entitlements: { export: 3 },
    });
  });

  it.each<[object, string]>([
    [{ require: [] }, 'require must be 1 to 64 names of entitlements'],
    [{ require: ['a b'] }, 'require must be 1 to 64 names of entitlements'],
    [{ require: 5 }, 'require must be 1 to 64 names of entitlements'],
    [{ entitlements: 'yes' }, 'entitlements must be true or false.'],
  ])('with %j is refused in a sentence', async (fields, sentence) => {
    const key = await createLicenseKey(admin());
    const { status, body } = await admin().post('/api/check', { id: key.key, ...fields });
    expect([status, body.msg]).toEqual([400, expect.stringContaining(sentence)]);
  });
});
