import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';

const PATH = '/api/keys?limit=1';
const SET_BACK = encodeURIComponent('const now = Date.now; Date.now = () => now() - 7_200_000;');

describe('with the clock set back by two hours', () => {
  let scenario: Scenario;
  let back: Service;
  const status = async (service: Service, secret: string) => (await service.client(secret).get(PATH)).status;

  beforeAll(async () => {
    scenario = await startScenario();
    back = await Service.start({
      DATABASE_URL: scenario.database.url,
      NODE_OPTIONS: `--import=data:text/javascript,${SET_BACK}`,
    });
  });
  afterAll(async () => {
    await back.stop();
    await scenario.close();
  });

  it('an API key that was seen to have expired stays so after a restart, until it is prolonged', async () => {
    const expiresAt = Date.now() + 1000;
    const { id, secret } = await createApiKey(scenario.admin, ['keys:read'], { expiresAt });
    await new Promise((resolve) => setTimeout(resolve, expiresAt - Date.now() + 5));
    expect([await status(scenario.service, secret), await status(back, secret)]).toEqual([401, 401]);
    const path = `/api/api-keys/${id}`;
    expect((await back.client().post(`${path}/rotate`, {})).status).toBe(409);
    await scenario.admin.put(path, { expiresAt: Date.now() + 3_600_000 });
    expect([await status(scenario.service, secret), await status(back, secret)]).toEqual([200, 200]);
    const rotated = await back.client().post(`${path}/rotate`, {});
    expect([rotated.status, await status(back, rotated.body.secret)]).toEqual([200, 200]);
  });

  it('a former secret whose grace was seen to be over stays refused', async () => {
    const { id, secret } = await createApiKey(scenario.admin, ['keys:read']);
    const { body } = await scenario.admin.post(`/api/api-keys/${id}/rotate`, { graceSeconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, body.previousValidUntil - Date.now() + 5));
    expect([await status(scenario.service, secret), await status(back, secret)]).toEqual([401, 401]);
    expect(await status(back, body.secret)).toBe(200);
  });
});
