import type { ApiClient } from '../support/api-client';
import { createLicenseKey, PRODUCT, UNKNOWN_KEY } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
let anybody: ApiClient;

beforeAll(async () => {
  scenario = await startScenario({ LICENSE_KEY_AUTH: 'true' });
  anybody = scenario.service.client(null);
});
afterAll(() => scenario.close());

const create = (fields: object) => createLicenseKey(scenario.admin, fields);
const authorization = (value: string, more: Record<string, string> = {}) => ({
  headers: { authorization: value, ...more },
});

describe('devices of programs that have a license key and no API key', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each<[string, string, (device: string) => [string, unknown?, Record<string, string>?]]>([
    ['JSON', `/api/check/${PRODUCT}`, (device) => ['', { device, deviceName: 'x' }]],
    ['a form', `/api/check/${PRODUCT}`, (device) => ['', `device=${device}&deviceName=x`, form]],
    ['the query', `/api/check/${PRODUCT}`, (device) => [`?device=${device}&deviceName=x`]],
    ['JSON before the query', `/api/check/${PRODUCT}`, (device) => ['?device=y', { device, deviceName: 'x' }]],
    [
      'a form before the query',
      `/api/check/${PRODUCT}`,
      (device) => ['?device=y&deviceName=x', `device=${device}`, form],
    ],
    [
      'JSON, for several products',
      '/api/check/multiple',
      (device) => ['', { proIds: [PRODUCT], device, deviceName: 'x' }],
    ],
    [
      'a form, for several products',
      '/api/check/multiple',
      (device) => ['', `proIds=${PRODUCT}&device=${device}&deviceName=x`, form],
    ],
    [
      'the query, for several products',
      '/api/check/multiple',
      (device) => [`?proIds=${PRODUCT}&device=${device}&deviceName=x`],
    ],
  ])('are told in %s, and give their seats back by the license key alone', async (_, path, sent) => {
    const key = await create({ seats: 1 });
    const check = async (device: string) => {
      const [query, body, headers] = sent(device);
      return (await anybody.post(path + query, body, authorization(key.key, headers))).body;
    };
    const release = async (device: string) => {
      const [query, body, headers] = sent(device);
      const options = authorization(`Bearer ${key.key}`, headers);
      return (await anybody.post(`/api/check/release${query}`, body, options)).body;
    };
    expect(await check('a')).toMatchObject({ pass: true, seats: { of: 1, taken: 1 }, device: { id: 1 } });
    expect(await check('a')).toMatchObject({ pass: true, device: { id: 1 } });
    expect(await check('b')).toMatchObject({ status: 'NO SEAT', pass: false });
    expect(await release('b')).toMatchObject({ status: 'RELEASED', seats: { taken: 1 } });
    expect(await release('a')).toMatchObject({ status: 'RELEASED', seats: { taken: 0 } });
    expect(await check('b')).toMatchObject({ pass: true, device: { id: 2 } });
    expect((await scenario.admin.get(`/api/keys/${key.id}/devices`)).body).toMatchObject([
      { id: 2, name: 'x', hasSeat: true },
      { id: 1, name: 'x', hasSeat: false },
    ]);
  });

  it('that say nothing of themselves are their addresses', async () => {
    const key = await create({ seats: 1 });
    for (let count = 0; count < 2; count++) {
      const { body } = await anybody.post(`/api/check/${PRODUCT}`, undefined, authorization(key.key));
      expect(body).toMatchObject({ pass: true, seats: { of: 1, taken: 1 }, device: { id: 1 } });
    }
    const { body } = await anybody.post(`/api/check/${PRODUCT}?device=a`, undefined, authorization(key.key));
    expect(body.status).toBe('NO SEAT');
  });

  it('give no seat back without a license key that is one', async () => {
    const key = await create({ seats: 1 });
    await anybody.post(`/api/check/${PRODUCT}?device=a`, undefined, authorization(key.key));
    expect((await anybody.post('/api/check/release', { id: key.key, device: 'a' })).status).toBe(401);
    for (const value of [String(key.id), UNKNOWN_KEY]) {
      const { body } = await anybody.post('/api/check/release?device=a', undefined, authorization(value));
      expect(body.status).toBe('NOT FOUND');
    }
    expect((await scenario.admin.get(`/api/keys/${key.id}/devices`)).body).toMatchObject([{ hasSeat: true }]);
  });
});
