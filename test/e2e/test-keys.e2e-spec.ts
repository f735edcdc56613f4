import { randomBytes } from 'node:crypto';
import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, logsOf, PRODUCT } from '../support/license-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
let program: ApiClient;
let tester: ApiClient;
const admin = () => scenario.admin;
const createTestKey = (fields: object = {}) => createLicenseKey(admin(), { test: true, ...fields });
const bare = () => scenario.service.client(null);
const withScopes = async (...scopes: string[]) => scenario.service.client((await createApiKey(admin(), scopes)).secret);

const REFUSED = { status: 'TEST KEY', pass: false, details: 'This is a test key, for tests only.' };

beforeAll(async () => {
  scenario = await startScenario({ LICENSE_KEY_AUTH: 'true', SECRET_KEY: randomBytes(32).toString('base64') });
  await admin().post('/api/signing', {});
  program = await withScopes('check');
  tester = await withScopes('check', 'check:test');
});
afterAll(() => scenario.close());

describe('a test key', () => {
  it('is one from its creation or import on, is shown and found as one, and stays one', async () => {
    const uid = unique('user');
    const { id } = await createTestKey({ uid });
    const real = await createLicenseKey(admin(), { uid, test: false });
    const key = unique('imported');
    const file = `uid,pid,key,test\n${uid},6,${key},true\n`;
    await admin().post('/api/keys/import', file, { headers: { 'content-type': 'text/csv' } });
    expect((await admin().get(`/api/keys/${id}`)).body).toMatchObject({ id, test: true });
    expect((await admin().get(`/api/keys/${real.id}`)).body).not.toHaveProperty('test');
    const found = async (test: boolean) =>
      (await admin().get(`/api/keys?uid=${uid}&test=${test}`)).body.map((each: { key: string }) => each.key);
    expect(await found(true)).toEqual([expect.any(String), key]);
    expect(await found(false)).toEqual([real.key]);
    const { status, body } = await admin().put(`/api/keys/${id}`, { test: false });
    expect([status, body.msg]).toEqual([400, '"test" is not a field of this request.']);
  });

  it('passes checks of API keys that may check test keys, and no others', async () => {
    const { id, key } = await createTestKey({ seats: 1 });
    const passed = { status: 'AUTHORISED', pass: true, test: true };
    for (const path of ['/api/check', `/api/check/${id}`, '/api/check/multiple?proIds=6']) {
      const body = { id: key, device: 'laptop' };
      expect((await program.post(path, body)).body).toMatchObject(REFUSED);
      expect((await tester.post(path, body)).body).toMatchObject(passed);
      expect((await admin().post(path, body)).body).toMatchObject(passed);
    }
    const alone = { headers: { authorization: key } };
    expect((await bare().post(`/api/check/${PRODUCT}`, {}, alone)).body).toEqual({
      ...REFUSED,
      seats: { of: 1, taken: 1 },
    });
    // The scope alone checks nothing.
    expect((await (await withScopes('check:test')).post('/api/check', { id: key })).status).toBe(403);
    expect((await program.post('/api/check/release', { id: key, device: 'laptop' })).body).toMatchObject(REFUSED);
    const { body } = await tester.post('/api/check/release', { id: key, device: 'laptop' });
    expect(body).toMatchObject({ status: 'RELEASED', seats: { taken: 0 } });
  });

  it('says in a signed verdict that it is one', async () => {
    const { key } = await createTestKey();
    const { body } = await tester.post('/api/check', { id: key, nonce: randomBytes(16).toString('base64url') });
    const payload = JSON.parse(Buffer.from(body.signed.split('.')[1], 'base64url').toString()) as object;
    expect(payload).toMatchObject({ status: 'AUTHORISED', test: true });
  });

  it('counts no uses, is offered no release and gets no offline license, but for callers who may check it', async () => {
    const { id, key } = await createTestKey({ meters: { exports: { limit: 5, period: 'month' } } });
    const use = (client: ApiClient) => client.post('/api/uses', { id: key, meter: 'exports', useId: unique('use') });
    expect((await use(program)).body).toEqual(REFUSED);
    expect((await use(tester)).body).toMatchObject({ status: 'ACCEPTED', used: 1 });
    const latest = await bare().get('/api/releases/latest?format=tauri', { headers: { authorization: key } });
    expect([latest.status, latest.body.msg]).toEqual([403, REFUSED.details]);
    const license = await admin().post(`/api/keys/${id}/license`, {});
    expect([license.status, license.headers['x-error-code']]).toEqual([409, 'licenseKey.test']);
  });

  it('is explained as for the caller that a check had', async () => {
    const { id, key } = await createTestKey();
    const explained = async (body: object) => (await admin().post('/api/check/explain', body)).body;
    expect(await explained({ id: key })).toMatchObject({ status: 'TEST KEY' });
    expect(await explained({ id: key, test: true })).toMatchObject({ status: 'AUTHORISED', test: true });
    await program.post('/api/check', { id: key });
    await tester.post('/api/check', { id: key });
    const logs = (await admin().get(`/api/keys/${id}/logs`)).body as { id: number; status: string }[];
    expect((await logsOf(admin(), { id, key })).map(({ status }) => status)).toEqual(['AUTHORISED', 'TEST KEY']);
    for (const log of logs) {
      const { status, past } = await explained({ log: log.id });
      const rule = past.rules.find((each: { rule: string }) => each.rule === 'test');
      expect([status, past.status, rule.recorded]).toEqual([log.status, log.status, true]);
    }
  });
});
