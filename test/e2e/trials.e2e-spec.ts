import { PRODUCT } from '../support/license-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';
import { whenServed } from '../support/when-served';

const DAY = 86_400_000;

let scenario: Scenario;
const admin = () => scenario.admin;
const plans = `/api/products/${PRODUCT}/plans`;
/** Programs have no API key. */
const program = () => scenario.service.client(null);
const start = (plan: string, device: string, pid: unknown = PRODUCT) =>
  program().post('/api/trials', { pid, plan, device });

async function createPlan(fields: object): Promise<string> {
  const code = unique('plan');
  const { status, text } = await admin().post(plans, { code, name: 'A plan', ...fields });
  if (status !== 201) throw new Error(`No plan was created: ${text}`);
  return code;
}

beforeAll(async () => {
  scenario = await startScenario({ TRIAL_LIMIT_PER_MINUTE: '1000', TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => scenario.close());

describe('a trial', () => {
  it('gives a license key to a device, the same one when asked again, and one for each product', async () => {
    const plan = await createPlan({ trial: true, duration: 'P14D' });
    const device = unique('device');
    const first = await start(plan, device);
    expect(first).toMatchObject({
      status: 201,
      body: { product: PRODUCT, plan, uuid: expect.stringMatching(/^trial-/) },
    });
    expect(first.body.expiresAt).toBeGreaterThan(Date.now() + 13 * DAY);
    expect((await program().post('/api/check', {})).status).toBe(401);
    expect(await start(plan, device)).toMatchObject({ status: 200, body: { id: first.body.id, key: first.body.key } });
    expect((await start(plan, unique('device'))).status).toBe(201);
    await admin().post(`/api/products/${PRODUCT + 1}/plans`, { code: 'trial', name: 'Trial', trial: true });
    const { status, body: elsewhere } = await start('trial', device, PRODUCT + 1);
    expect([status, elsewhere.product, elsewhere.id === first.body.id]).toEqual([201, PRODUCT + 1, false]);
    const other = await createPlan({ trial: true });
    expect(await start(other, device)).toMatchObject({ status: 200, body: { id: first.body.id, plan } });
    const { body: events } = await admin().get('/api/events?types=trial.started,licenseKey.created&wait=1&limit=1000');
    const told = events.filter(
      ({ data }: { data: { licenseKey: { id: number } } }) => data.licenseKey.id === first.body.id,
    );
    expect(told.map(({ type }: { type: string }) => type).toSorted()).toEqual(['licenseKey.created', 'trial.started']);
    const [audited] = (await admin().get(`/api/audit?targetType=licenseKey&targetId=${first.body.id}`)).body;
    expect(audited).toMatchObject({ action: 'create', apiKeyName: 'trial' });
  });

  it('is started once by 200 requests at once, of two instances', async () => {
    const plan = await createPlan({ trial: true });
    const device = unique('device');
    const beside = await Service.start({ DATABASE_URL: scenario.database.url, TRIAL_LIMIT_PER_MINUTE: '1000' });
    try {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          whenServed(() =>
            (index % 2 === 0 ? program() : beside.client(null)).post('/api/trials', { pid: PRODUCT, plan, device }),
          ),
        ),
      );
      const [started, ...others] = answers.map(({ status }) => status).toSorted((a, b) => b - a);
      // On a busy machine the answer to who started it may have come too late.
      expect([200, 201]).toContain(started);
      expect(others).toEqual(others.map(() => 200));
      expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1);
    } finally {
      await beside.stop('SIGINT');
    }
    expect((await admin().get(`/api/keys?plan=${plan}`)).body).toHaveLength(1);
  });

  it('is converted by another plan, whose time begins then, and isn’t told to the device any more', async () => {
    const [trial, pro] = [await createPlan({ trial: true, duration: 'P14D' }), await createPlan({ duration: 'P1M' })];
    const device = unique('device');
    const { body: key } = await start(trial, device);
    const { body: bought } = await admin().put(`/api/keys/${key.id}`, { plan: pro });
    expect(bought).toMatchObject({ plan: pro, key: key.key });
    expect(bought.expiresAt).toBeGreaterThan(Date.now() + 27 * DAY);
    expect(await start(trial, device)).toMatchObject({
      status: 409,
      body: { msg: 'This device has had its trial of the product.' },
    });
    const { body: given } = await start(trial, unique('device'));
    const expiresAt = 2_000_000_000_000;
    expect((await admin().put(`/api/keys/${given.id}`, { plan: pro, expiresAt })).body).toMatchObject({ expiresAt });
    const { body: gone } = await start(trial, 'gone');
    await admin().delete(`/api/keys/${gone.id}`);
    expect((await start(trial, 'gone')).status).toBe(409);
  });

  it('is refused for a plan that is none, and what is wrong in a sentence', async () => {
    const plan = await createPlan({});
    for (const code of [plan, 'missing'])
      expect(await start(code, 'device')).toMatchObject({
        status: 404,
        body: { msg: 'The product has no trial plan with this code.' },
      });
    const trial = await createPlan({ trial: true });
    expect((await start(trial, '')).body.msg).toMatch(/^device must be/);
    expect((await start(trial, 'x'.repeat(192))).body.msg).toMatch(/^device must be/);
    expect((await start('Not A Code', 'device')).body.msg).toMatch(/^plan must be/);
    expect((await start(trial, 'device', '6')).body.msg).toMatch(/^pid must be/);
    expect((await program().post('/api/trials', { pid: PRODUCT, plan: trial })).body.msg).toMatch(/^device must be/);
    expect((await program().post('/api/trials', { pid: PRODUCT, plan: trial, device: 'a', uid: 'x' })).status).toBe(
      400,
    );
  });
});

it('limits trials by address', async () => {
  const limited = await startScenario({ TRIAL_LIMIT_PER_MINUTE: '2', TRUST_PROXY: '127.0.0.1' });
  try {
    await limited.admin.post(plans, { code: 'trial', name: 'Trial', trial: true });
    const from = (address: string) =>
      limited.service
        .client(null)
        .post(
          '/api/trials',
          { pid: PRODUCT, plan: 'trial', device: unique('device') },
          { headers: { 'x-forwarded-for': address } },
        );
    const statuses = [];
    for (let request = 0; request < 4; request++) statuses.push((await from('198.51.100.1')).status);
    expect(statuses).toEqual([201, 201, 429, 429]);
    expect((await from('198.51.100.2')).status).toBe(201);
  } finally {
    await limited.close();
  }
});
