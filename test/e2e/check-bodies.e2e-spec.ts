import type { ApiClient, ApiResponse } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, lastSeenOf, logsOf, PRODUCT } from '../support/license-keys';
import { exchangeRaw } from '../support/raw-http';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY } from '../support/service';

const AUTHORISED = { status: 'AUTHORISED', pass: true, details: 'Authorisation completed.' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let scenario: Scenario;
/** Without an API key, where license keys are accepted. */
let anybody: ApiClient;
/** With an API key that may only check. */
let checker: ApiClient;

beforeAll(async () => {
  scenario = await startScenario({ LICENSE_KEY_AUTH: 'true', WRONG_KEY_LIMIT_PER_MINUTE: '10000' });
  anybody = scenario.service.client(null);
  checker = scenario.service.client((await createApiKey(scenario.admin, ['check'])).secret);
});
afterAll(() => scenario.close());

const create = (fields: object = {}) => createLicenseKey(scenario.admin, fields);
const authorization = (value: string, more: Record<string, string> = {}) => ({
  headers: { authorization: value, ...more },
});

describe('log=false', () => {
  const requests: [string, string, unknown, Record<string, string>][] = [
    ['the query', `/api/check/${PRODUCT}?log=false`, undefined, {}],
    ['a query of PHP', `/api/check/${PRODUCT}?log=0`, undefined, {}],
    ['JSON', `/api/check/${PRODUCT}`, { log: false }, {}],
    ['a form', `/api/check/${PRODUCT}`, 'log=false', FORM],
    ['a check of several products', `/api/check/multiple?proIds=${PRODUCT}`, { log: 'false' }, {}],
  ];

  it.each(requests)('in %s is granted to an admin; the key was seen all the same', async (_, path, body, headers) => {
    const key = await create();
    const before = Date.now();
    const response = await scenario.admin.post(path, body, authorization(key.key, headers));
    expect(response.body.status).toBe('AUTHORISED');
    expect(await logsOf(scenario.admin, key)).toEqual([]);
    expect(await lastSeenOf(scenario.admin, key)).toBeGreaterThanOrEqual(before);
  });

  it.each(requests)('in %s is granted to nobody else', async (_, path, body, headers) => {
    const key = await create();
    for (const client of [anybody, checker]) {
      expect((await client.post(path, body, authorization(key.key, headers))).body.status).toBe('AUTHORISED');
    }
    expect(await logsOf(scenario.admin, key)).toHaveLength(2);
  });

  it('concerns the one check only, and no other value means it', async () => {
    const key = await create();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        scenario.admin.post('/api/check', { id: key.key, info: `${index}`, log: index % 2 === 0 }),
      ),
    );
    expect((await logsOf(scenario.admin, key)).map(({ details }) => Number(details) % 2)).toEqual(Array(20).fill(0));
    for (const log of [true, 0, null, 'no', [], 'FALSE ']) await scenario.admin.post('/api/check', { id: key.id, log });
    expect(await logsOf(scenario.admin, key)).toHaveLength(26);
  });
});

describe('fields that a check ignores', () => {
  const ignored = ({ headers }: ApiResponse) => headers['x-ignored-fields'];

  it('are named in a header of the answer, whatever that is; without any there is none', async () => {
    const { key } = await create();
    const bound = await create({ ip: '192.0.2.1' });
    const misspelt = await checker.post('/api/check', { id: key, product: 999, deviceId: 'x' });
    expect([misspelt.status, misspelt.body, ignored(misspelt)]).toEqual([200, AUTHORISED, 'product, deviceId']);
    const refused = await checker.post('/api/check', { id: bound.key, productId: 999 });
    expect([refused.status, ignored(refused)]).toEqual([403, 'productId']);
    const form = await checker.post('/api/check?PID=7', `id=${key}&product=7`, { headers: FORM });
    expect([form.body, ignored(form)]).toEqual([AUTHORISED, 'product, PID']);
    const field = await anybody.post(`/api/check/${PRODUCT}`, { pid: 7, info: '' }, authorization(key));
    expect([field.body, ignored(field)]).toEqual([AUTHORISED, 'pid']);
    const several = await anybody.post(`/api/check/multiple?proIds=6&a=1`, undefined, authorization(key));
    expect([several.body.pass, ignored(several)]).toEqual([true, 'a']);
    expect(ignored(await checker.post('/api/check/release', { id: key, devices: 'x' }))).toBe('devices');
    const known = { id: key, pid: PRODUCT, info: 'x', device: 'a', deviceName: 'b', log: true };
    expect(ignored(await checker.post('/api/check', known))).toBeUndefined();
    expect(ignored(await checker.post('/api/check?info=x', `id=${key}`, { headers: FORM }))).toBeUndefined();
  });
});

it('a license key that is sent under another name, or in the query, is asked for under its own', async () => {
  const { key } = await create();
  const asked = { msg: 'No license key was supplied. Send it as "id" in the body.' };
  for (const [path, body, headers] of [
    ['/api/check', { key }, {}],
    ['/api/check', { licenseKey: key, id: undefined }, {}],
    ['/api/check', `key=${key}`, FORM],
    [`/api/check?id=${key}`, undefined, {}],
    ['/api/check/release', { key }, {}],
    ['/api/check/multiple?proIds=6', { key }, {}],
  ] as const) {
    const { status, body: said, headers: sent } = await checker.post(path, body, { headers });
    expect([path, status, said, sent['x-error-code']]).toEqual([path, 400, asked, 'licenseKey.missing']);
  }
});

describe('bodies of checks', () => {
  const TEXT = 'версия 2 – café 😀';

  it('may be forms, with the fields that JSON has', async () => {
    const key = await create();
    const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
    const byBody = await checker.post('/api/check', form({ id: key.key, info: TEXT, pid: '6' }), { headers: FORM });
    expect([byBody.status, byBody.body]).toEqual([200, AUTHORISED]);
    const charset = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    const byId = await checker.post('/api/check', form({ id: String(key.id), pid: '9' }), { headers: charset });
    expect(byId.body.status).toBe('INVALID PRODUCT');
    const byPath = await checker.post(`/api/check/${key.id}?info=query`, form({ info: TEXT }), { headers: FORM });
    expect([byPath.status, byPath.body]).toEqual([200, AUTHORISED]);
    expect((await logsOf(scenario.admin, key)).map(({ details }) => details)).toEqual([TEXT, '', TEXT]);
  });

  it('are refused as forms for what they would be refused for as JSON', async () => {
    const { id, key } = await create();
    for (const [body, msg] of [
      ['', 'No license key was supplied.'],
      ['id=', 'No license key was supplied.'],
      [`id=${key}&id=${key}`, 'No license key was supplied.'],
      [`id=${key}&pid=six`, 'pid must be an integer from 0 to 2147483647.'],
      [`id=${key}&info=a&info=b`, 'info must be text.'],
      [Buffer.from([0x69, 0x64, 0x3d, 0xff]), 'The body is not valid UTF-8.'],
      ['{"id":', 'The body is not valid JSON.'],
      ['a=1&'.repeat(101), 'The body has too many parameters: at most 100 are accepted.'],
    ] as const) {
      const response = await checker.post('/api/check', body, { headers: FORM });
      expect([response.status, response.body]).toEqual([400, { msg }]);
    }
    const large = await checker.post('/api/check', `id=${key}&info=${'x'.repeat(100_000)}`, { headers: FORM });
    expect(large.status).toBe(413);
    expect(await logsOf(scenario.admin, { id, key })).toEqual([]);
  });

  it('carry info in any script, the body’s before the query’s', async () => {
    const key = await create();
    const header = authorization(key.key);
    await anybody.post(`/api/check/${PRODUCT}?info=${encodeURIComponent(TEXT)}`, undefined, header);
    await anybody.post(`/api/check/${PRODUCT}?info=query`, { info: TEXT }, header);
    await anybody.post(`/api/check/${PRODUCT}?info=query`, `info=${TEXT}`, authorization(key.key, FORM));
    await anybody.post(`/api/check/multiple?proIds=6&info=${encodeURIComponent(TEXT)}`, undefined, header);
    expect((await logsOf(scenario.admin, key)).map(({ details }) => details)).toEqual(Array(4).fill(TEXT));
  });

  it('may be empty with any content type, in chunks too', async () => {
    const { key } = await create();
    for (const type of ['application/x-www-form-urlencoded', 'application/json', 'text/plain', 'multipart/form-data']) {
      for (const length of ['Content-Length: 0\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n']) {
        const head = `POST /api/check/${PRODUCT} HTTP/1.1\r\nHost: a\r\nAuthorization: ${key}\r\nContent-Type: ${type}\r\n`;
        const { status, body } = await exchangeRaw(scenario.service.url, head + length);
        expect([type, status, JSON.parse(body)]).toEqual([type, 200, AUTHORISED]);
      }
    }
  });

  it('of other types are a 415, as forms are everywhere else', async () => {
    const { key } = await create();
    const text = await anybody.post(`/api/check/${PRODUCT}`, 'a', authorization(key, { 'content-type': 'text/plain' }));
    expect([text.status, text.body]).toEqual([415, { msg: expect.stringContaining('as a form') }]);
    const chunked = 'Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n';
    for (const [path, type] of [
      ['/api/keys', FORM['content-type']],
      ['/api/links', FORM['content-type']],
      ['/api/check', 'text/plain'],
    ]) {
      const sized = await scenario.admin.send('POST', path, { body: 'a=1', headers: { 'content-type': type } });
      expect([path, sized.status]).toEqual([path, 415]);
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}\r\nContent-Type: ${type}\r\n`;
      const { status, body } = await exchangeRaw(scenario.service.url, head + chunked);
      expect([path, status, JSON.parse(body)]).toEqual([path, 415, { msg: expect.stringContaining('Content-Type') }]);
    }
    const unknown = await scenario.admin.send('POST', '/api/checks', { body: 'a=1', headers: FORM });
    expect(unknown.status).toBe(404);
  });
});
