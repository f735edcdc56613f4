import { randomUUID } from 'node:crypto';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';

const DAY = 86_400_000;

let scenario: Scenario;
const admin = () => scenario.admin;
const plans = `/api/products/${PRODUCT}/plans`;

async function createPlan(fields: object): Promise<string> {
  const code = unique('plan');
  const { status, text } = await admin().post(plans, { code, name: 'A plan', ...fields });
  if (status !== 201) throw new Error(`No plan was created: ${text}`);
  return code;
}
const meteredKey = async (meters: object, fields: object = {}) => createLicenseKey(admin(), { meters, ...fields });
const use = (id: number, fields: object = {}, client = admin()) =>
  client.post(`/api/keys/${id}/uses`, { meter: 'exports', useId: randomUUID(), ...fields });
const usesOf = async (id: number) => (await admin().get(`/api/keys/${id}/uses?limit=1000`)).body;
const sumOf = (uses: readonly { amount: number }[]) => uses.reduce((sum, { amount }) => sum + amount, 0);

beforeAll(async () => {
  scenario = await startScenario({ LICENSE_KEY_AUTH: 'true' });
});
afterAll(() => scenario.close());

describe('a use', () => {
  it('counts up to the limit, and tells of that once', async () => {
    const { id } = await meteredKey({ exports: { limit: 5, period: 'month' } });
    const resetsAt = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1);
    const first = await use(id, { amount: 3 });
    expect([first.status, first.body]).toEqual([
      200,
      { status: 'ACCEPTED', pass: true, details: 'The use was counted.', used: 3, remaining: 2, resetsAt },
    ]);
    // All of it or nothing.
    expect((await use(id, { amount: 3 })).body).toMatchObject({
      status: 'USED UP',
      pass: false,
      used: 3,
      remaining: 2,
      resetsAt,
    });
    expect((await use(id, { amount: 2 })).body).toMatchObject({ status: 'ACCEPTED', used: 5, remaining: 0 });
    expect((await use(id)).body).toMatchObject({ status: 'USED UP', used: 5, remaining: 0 });
    expect(await usesOf(id)).toMatchObject([
      { meter: 'exports', amount: 2 },
      { meter: 'exports', amount: 3 },
    ]);
    const [meter] = (await admin().get(`/api/keys/${id}/meters`)).body;
    expect(meter).toMatchObject({
      name: 'exports',
      limit: 5,
      most: 5,
      period: 'month',
      used: 5,
      remaining: 0,
      total: 5,
    });
    expect(meter.days).toHaveLength(35);
    expect(meter.days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), used: 5 });
    const { body: events } = await admin().get('/api/events?types=uses.limitReached&limit=1000&wait=1');
    const told = events.filter(({ data }: { data: { licenseKey: { id: number } } }) => data.licenseKey.id === id);
    expect(told).toMatchObject([
      { actor: { type: 'client' }, data: { meter: { name: 'exports', limit: 5, used: 5, resetsAt } } },
    ]);
  });

  it('goes over the limit by the overage, and no further', async () => {
    const { id } = await meteredKey({ exports: { limit: 10, period: 'day', overage: 25 } });
    expect((await use(id, { amount: 12 })).body).toMatchObject({ status: 'ACCEPTED', used: 12, remaining: 0 });
    expect((await use(id)).body).toMatchObject({ status: 'USED UP', used: 12 });
  });

  it('counts once for each useId, and is answered as the first time', async () => {
    const { id } = await meteredKey({ exports: { limit: 9, period: 'total' }, imports: { limit: 9, period: 'total' } });
    const useId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => use(id, { useId, amount: 2 })));
    await use(id, { amount: 7 });
    answers.push(await use(id, { useId, amount: 2 }));
    for (const { body } of answers)
      expect(body).toEqual({
        status: 'ACCEPTED',
        pass: true,
        details: 'The use was counted.',
        used: 2,
        remaining: 7,
      });
    const taken = { msg: 'Another use of the license has this useId.' };
    for (const other of [{ amount: 3 }, { amount: 2, meter: 'imports' }]) {
      const { status, body, headers } = await use(id, { useId, ...other });
      expect([status, body, headers['x-error-code']]).toEqual([409, taken, 'use.idTaken']);
    }
    // What was refused may be sent again once there is room.
    const refused = randomUUID();
    expect((await use(id, { useId: refused })).body.status).toBe('USED UP');
    await admin().put(`/api/keys/${id}`, { meters: { exports: { limit: 10, period: 'total' } } });
    expect((await use(id, { useId: refused })).body).toMatchObject({ status: 'ACCEPTED', used: 10 });
    expect(sumOf(await usesOf(id))).toBe(10);
  });

  it('is judged as a check is, and by the meters of key and plan', async () => {
    const plan = await createPlan({
      meters: { exports: { limit: 1, period: 'day' }, mails: { limit: 1, period: 'day' } },
    });
    const key = await createLicenseKey(admin(), { plan, meters: { exports: { limit: 2, period: 'day' } } });
    const statusOf = async (fields: object = {}) => (await use(key.id, fields)).body.status;
    expect([
      await statusOf({ amount: 2 }),
      await statusOf({ meter: 'mails' }),
      await statusOf({ meter: 'mails' }),
    ]).toEqual(['ACCEPTED', 'ACCEPTED', 'USED UP']);
    expect(await statusOf({ meter: 'constructor' })).toBe('NO METER');
    expect(await statusOf({ pid: PRODUCT + 1 })).toBe('INVALID PRODUCT');
    expect(await statusOf({ at: Date.now() - 36 * DAY })).toBe('TOO OLD');
    const change = (fields: object) => admin().put(`/api/keys/${key.id}`, fields);
    await change({ disabled: true });
    expect(await statusOf()).toBe('KEY DISABLED');
    await change({ disabled: false, expiresAt: Date.now() - DAY });
    expect(await statusOf()).toBe('EXPIRED');
    await change({ graceDays: 7, ip: '198.51.100.1' });
    expect(await use(key.id)).toMatchObject({
      status: 403,
      body: { status: 'NOT AUTHORISED', pass: false, msg: expect.stringContaining('address') },
    });
    await change({ ip: '', meters: {} });
    expect(await statusOf()).toBe('USED UP');
    expect((await use(2 ** 40)).body.status).toBe('NOT FOUND');
    // A plan's changed meter counts from the next use on.
    await admin().put(`${plans}/${plan}`, { meters: { exports: { limit: 3, period: 'day' } } });
    expect([await statusOf(), await statusOf({ meter: 'mails' })]).toEqual(['ACCEPTED', 'NO METER']);
    // Renamed and named again: what was counted under the name goes on.
    await admin().put(`${plans}/${plan}`, { meters: { letters: { limit: 9, period: 'day' } } });
    expect([await statusOf(), await statusOf({ meter: 'letters' })]).toEqual(['NO METER', 'ACCEPTED']);
    await admin().put(`${plans}/${plan}`, { meters: { mails: { limit: 2, period: 'day' } } });
    expect((await use(key.id, { meter: 'mails' })).body).toMatchObject({ status: 'ACCEPTED', used: 2 });
  });

  it.each([
    [{ amount: 0 }, 'amount must be an integer from 1'],
    [{ amount: -1 }, 'amount must be an integer from 1'],
    [{ amount: 1.5 }, 'amount must be an integer from 1'],
    [{ amount: 1e15 }, 'amount must be an integer from 1'],
    [{ amount: '1' }, 'amount must be an integer from 1'],
    [{ meter: 'a b' }, 'meter must be the name of a meter'],
    [{ useId: 'a b' }, 'useId must be 1 to 64'],
    [{ useId: 17 }, 'useId must be 1 to 64'],
    [{ at: 'soon' }, 'at must be a time'],
    [{ at: 1_700_000_000 }, 'at must be a time'],
    [{ pid: 'six' }, 'pid must be an integer'],
    [{ device: 'x' }, '"device" is not a field'],
    [{ meter: undefined, useId: undefined, uses: [] }, 'uses must be a list of 1 to 1000'],
    [{ meter: undefined, useId: undefined, uses: [{ meter: 'exports', useId: 'a' }, { meter: 'exports' }] }, 'uses[1]: useId'], // oxfmt-ignore
  ])('is refused: %j', async (fields, message) => {
    const { status, body } = await use(1, fields);
    expect([status, body.msg]).toEqual([400, expect.stringContaining(message)]);
  });

  it('needs the scope of checks, or the license key itself', async () => {
    const { id, key } = await meteredKey({ exports: { limit: 9, period: 'total' } });
    const checks = scenario.service.client((await createApiKey(admin(), ['check'])).secret);
    const reads = scenario.service.client((await createApiKey(admin(), ['keys:read'])).secret);
    expect((await use(id, {}, checks)).status).toBe(200);
    expect((await use(id, {}, reads)).status).toBe(403);
    expect((await checks.get(`/api/keys/${id}/uses`)).status).toBe(403);
    expect((await reads.get(`/api/keys/${id}/meters`)).status).toBe(200);
    const body = { meter: 'exports', useId: randomUUID() };
    expect((await checks.post('/api/uses', { id: key, ...body })).body).toMatchObject({ status: 'ACCEPTED', used: 2 });
    const program = scenario.service.client(null);
    const by = { headers: { authorization: key } };
    expect((await program.post('/api/uses', { ...body, useId: randomUUID() }, by)).body).toMatchObject({ used: 3 });
    expect((await program.post('/api/uses', { id: key, ...body })).status).toBe(401);
  });

  it('counts for the license key that has the text now, and not for the one that had it', async () => {
    const text = unique('KEY');
    const create = async (meters: object) => {
      const file = `uid,pid,key\nimported,${PRODUCT},${text}\n`;
      await admin().post('/api/keys/import', file, { headers: { 'content-type': 'text/csv' } });
      await admin().put(`/api/keys/${text}`, { meters });
    };
    const useText = async (amount: number) =>
      (await admin().post('/api/uses', { id: text, meter: 'exports', amount, useId: randomUUID() })).body;
    await create({ exports: { limit: 9, period: 'total' } });
    expect([await useText(1), await useText(1)]).toMatchObject([{ used: 1 }, { used: 2 }]);
    await admin().delete(`/api/keys/${text}`);
    expect(await useText(1)).toMatchObject({ status: 'NOT FOUND' });
    await create({ exports: { limit: 5, period: 'total' } });
    expect([await useText(2), await useText(2)]).toMatchObject([{ used: 2, remaining: 3 }, { used: 4 }]);
  });

  it('begins the time of a plan, as a check does', async () => {
    const plan = await createPlan({
      duration: 'P1M',
      starts: 'firstCheck',
      meters: { exports: { limit: 1, period: 'day' } },
    });
    const key = await createLicenseKey(admin(), { plan });
    await use(key.id);
    const { body } = await admin().get(`/api/keys/${key.id}`);
    expect([body.starts, body.expiresAt]).toEqual([undefined, expect.any(Number)]);
  });
});

describe('uses that were made offline', () => {
  it('count in the periods they were made in, a thousand at once, each answered', async () => {
    const { id } = await meteredKey({ exports: { limit: 40, period: 'day' } });
    const today = Date.now() - (Date.now() % DAY);
    const uses = Array.from({ length: 1000 }, (_, index) => ({
      meter: 'exports',
      useId: randomUUID(),
      at: today - (index % 20) * DAY,
    }));
    const { status, body } = await admin().post(`/api/keys/${id}/uses`, { uses });
    expect(status).toBe(200);
    const statuses = body.map((verdict: { status: string }) => verdict.status);
    expect(statuses.filter((each: string) => each === 'ACCEPTED')).toHaveLength(20 * 40);
    // The first forty of each day.
    expect(statuses.indexOf('USED UP')).toBe(800);
    const again = await admin().post(`/api/keys/${id}/uses`, { uses });
    expect(again.body).toEqual(body);
    const [{ days, total }] = (await admin().get(`/api/keys/${id}/meters`)).body;
    expect(total).toBe(800);
    expect(days.map(({ used }: { used: number }) => used)).toEqual([...Array(15).fill(0), ...Array(20).fill(40)]);
    expect((await admin().post(`/api/keys/${id}/uses`, { uses: [...uses, uses[0]] })).status).toBe(400);
    const taken = await admin().post(`/api/keys/${id}/uses`, { uses: [{ ...uses[0], amount: 2 }] });
    expect(taken.body).toMatchObject([{ status: 'USE ID TAKEN', pass: false }]);
  });
});

describe('a limit', () => {
  it('is never passed by 300 clients of two instances', async () => {
    const beside = await Service.start({ DATABASE_URL: scenario.database.url });
    try {
      const keys = await Promise.all(
        (['day', 'monthFromFirstUse'] as const).map((period) => meteredKey({ exports: { limit: 200, period } })),
      );
      for (const { id } of keys) {
        const clients = [admin(), beside.client()];
        const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => use(id, {}, clients[index % 2])));
        const accepted = answers.filter(({ body }) => body.status === 'ACCEPTED').map(({ body }) => body.used);
        expect(answers.every(({ status }) => status === 200)).toBe(true);
        // Each count was answered once.
        expect(accepted.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
        expect(await usesOf(id)).toHaveLength(200);
      }
    } finally {
      await beside.stop('SIGINT');
    }
  });
});

describe('a license key', () => {
  it('takes its uses along when it is deleted', async () => {
    const { id } = await meteredKey({ exports: { limit: 5000, period: 'total' } });
    await admin().post(`/api/keys/${id}/uses`, {
      uses: Array.from({ length: 1000 }, (_, index) => ({ meter: 'exports', useId: `use-${index}` })),
    });
    expect((await admin().delete(`/api/keys/${id}`)).status).toBe(200);
    expect((await admin().get(`/api/keys/${id}/uses`)).status).toBe(404);
    expect((await use(id)).body.status).toBe('NOT FOUND');
  });
});
