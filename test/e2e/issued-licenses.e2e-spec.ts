import { createHash, randomBytes } from 'node:crypto';
import { verifyJws } from '../support/ask-jose';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
let x: string;
const admin = () => scenario.admin;
const issue = async (id: number, body: object = {}) => admin().post(`/api/keys/${id}/license`, body);
const read = async (license: string) => (await verifyJws(license, x, 'keylink-license+jwt')).payload;

beforeAll(async () => {
  scenario = await startScenario({ SECRET_KEY: randomBytes(32).toString('base64') });
  x = (await admin().post('/api/signing', { issuer: 'i' })).body.keys[0].x;
});
afterAll(() => scenario.close());

describe('GET /api/keys/{id}/licenses', () => {
  it('lists what was issued, newest first and page by page, and leaves with its license key', async () => {
    const key = await createLicenseKey(admin());
    const licenses = [];
    for (const body of [{}, { device: 'd' }, { days: 1 }])
      licenses.unshift(await read((await issue(key.id, body)).body.license));
    const { body } = await admin().get(`/api/keys/${key.key}/licenses`);
    expect(body.map(({ jti, exp }: object & { jti: string; exp: number }) => [jti, exp])).toEqual(
      licenses.map(({ jti, exp }) => [jti, exp]),
    );
    const stored = expect.stringMatching(/^[\w-]{43}$/);
    expect(body.map((each: { device?: string }) => each.device)).toEqual([undefined, stored, undefined]);
    // What the license says is the same for every customer; what is stored isn't.
    expect(body[1].device).not.toBe(createHash('sha256').update('d').digest('base64url'));
    expect(body[0]).toMatchObject({ apiKeyId: 1, apiKeyName: 'bootstrap', createdAt: expect.any(Number) });
    const page = await admin().get(`/api/keys/${key.id}/licenses?limit=2`);
    expect(page.body).toEqual(body.slice(0, 2));
    const [, next] = /<(.*)>; rel="next"/.exec(String(page.headers.link))!;
    expect((await admin().get(next)).body).toEqual(body.slice(2));
    expect((await admin().get('/api/keys/999999/licenses')).status).toBe(404);

    const audit = (await admin().get('/api/audit?targetType=license&limit=1')).body;
    expect(audit[0]).toMatchObject({
      action: 'create',
      targetId: body[0].id,
      before: null,
      after: { jti: licenses[0].jti, licenseKeyId: key.id, exp: licenses[0].exp },
    });
    expect(JSON.stringify(audit)).not.toContain(key.key);
    expect((await admin().delete(`/api/keys/${key.id}`)).status).toBe(200);
    expect((await admin().get(`/api/keys/${key.id}/licenses`)).status).toBe(404);
  });

  it('is counted in the metrics', async () => {
    const count = async () =>
      Number(/^keylink_signatures_total\{kind="license"\} (\d+)$/m.exec((await admin().get('/metrics')).text)![1]);
    const { id } = await createLicenseKey(admin());
    await issue(id);
    const before = await count();
    await issue(id);
    await issue(id, { days: 0 });
    expect(await count()).toBe(before + 1);
    expect((await admin().get('/metrics')).text).toMatch(/^keylink_key_set_seconds_left 345\d{5}$/m);
  });
});
