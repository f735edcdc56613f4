import { createApiKey } from '../support/api-keys';
import { createLicenseKey, OTHER_PRODUCT } from '../support/license-keys';
import { inScenario } from '../support/scenario';

it(
  'tells from which plans and versions the checks of a product come',
  inScenario(async (scenario) => {
    const { admin } = scenario;
    const from = Date.now();
    await admin.post('/api/products/6/plans', { code: 'pro', name: 'Pro' });
    await admin.post('/api/products/6/releases', { version: '2.1.0', url: 'https://example.com/app.zip' });
    const [first, second, plain] = [
      await createLicenseKey(admin, { plan: 'pro' }),
      await createLicenseKey(admin, { plan: 'pro' }),
      await createLicenseKey(admin),
    ];
    const other = await createLicenseKey(admin, { pid: OTHER_PRODUCT });
    const check = ({ key }: { key: string }, version?: string) => admin.post('/api/check', { id: key, version });
    for (const version of ['v2.1', '2.1.0', '2.1']) await check(first, version);
    await check(second, '2.1.0');
    for (let index = 0; index < 5; index++) await check(other, '2.1.0');
    await check(plain);
    await check(plain);
    await admin.put(`/api/keys/${plain.id}`, { disabled: true });
    await check(plain, '1.0');
    const { status, body } = await admin.get(`/api/stats/shares?pid=6&from=${from}`);
    expect([status, body]).toEqual([
      200,
      {
        from,
        to: expect.any(Number),
        since: from,
        checks: 7,
        plans: [
          { plan: 'pro', checks: 4, refused: 0, keys: 2 },
          { checks: 3, refused: 1, keys: 1 },
        ],
        versions: [
          { version: '2.1.0', checks: 4, refused: 0, keys: 2 },
          { checks: 2, refused: 0, keys: 1 },
          { version: '1.0', checks: 1, refused: 1, keys: 1 },
        ],
      },
    ]);
    expect((await admin.get(`/api/stats/shares?pid=6&to=${from}`)).body).toMatchObject({ checks: 0, versions: [] });
    const { secret } = await createApiKey(admin, ['keys:read']);
    expect((await scenario.service.client(secret).get('/api/stats/shares?pid=6')).status).toBe(403);
    for (const [query, msg] of [
      ['pid=6&from=5&to=5', 'from must be before to.'],
      ['from=5', 'pid must be an integer from 0 to 2147483647.'],
    ])
      expect(await admin.get(`/api/stats/shares?${query}`)).toMatchObject({ status: 400, body: { msg } });
  }),
);
