import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';

const NOT_FOUND = { msg: 'The specified API key was not found.' };
const HOUR_MS = 3_600_000;

let scenario: Scenario;
const admin = () => scenario.admin;
const create = (scopes: string[], fields: object = {}) => createApiKey(admin(), scopes, fields);
const statusWith = async (secret: string) => (await scenario.service.client(secret).get('/api/keys?limit=1')).status;
const withoutSecret = (key: object) => Object.fromEntries(Object.entries(key).filter(([field]) => field !== 'secret'));

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('POST /api/api-keys', () => {
  it('creates a key and shows its secret once', async () => {
    const before = Date.now();
    const expiresAt = before + HOUR_MS;
    const { status, body } = await admin().post('/api/api-keys', {
      name: 'web shop 鍵',
      scopes: ['keys:write', 'keys:read'],
      expiresAt,
    });
    expect(status).toBe(201);
    expect(Object.entries(body)).toEqual([
      ['id', expect.any(Number)],
      ['name', 'web shop 鍵'],
      ['prefix', body.secret.slice(0, 8)],
      ['scopes', ['keys:read', 'keys:write']],
      ['createdAt', expect.any(Number)],
      ['expiresAt', expiresAt],
      ['lastUsedAt', null],
      ['revokedAt', null],
      ['secret', expect.stringMatching(/^kl_[0-9A-Za-z]{36}$/)],
    ]);
    expect(body.createdAt).toBeGreaterThanOrEqual(before);
    expect((await admin().get(`/api/api-keys/${body.id}`)).body).toEqual(withoutSecret(body));
    expect(await statusWith(body.secret)).toBe(200);
  });

  it.each([
    ['no name', { scopes: ['check'] }, 'name must be'],
    ['a blank name', { name: ' ', scopes: ['check'] }, 'name must be'],
    ['a name of 192 characters', { name: 'x'.repeat(192), scopes: ['check'] }, 'name must be'],
    ['a name that shows as another', { name: 'nimda\u202e', scopes: ['check'] }, 'name must be'],
    ['a name of which something has no width', { name: 'ad\u200bmin', scopes: ['check'] }, 'name must be'],
    ['no scopes', { name: 'n' }, 'scopes must be'],
    ['an empty list of scopes', { name: 'n', scopes: [] }, 'scopes must be'],
    ['an unknown scope', { name: 'n', scopes: ['check', 'root'] }, 'scopes must be'],
    ['a scope twice', { name: 'n', scopes: ['check', 'check'] }, 'scopes must be'],
    ['scopes as text', { name: 'n', scopes: 'admin' }, 'scopes must be'],
    ['an end in the past', { name: 'n', scopes: ['check'], expiresAt: 1 }, 'expiresAt must be'],
    ['an end that is no date', { name: 'n', scopes: ['check'], expiresAt: '4102444800000' }, 'expiresAt must be'],
    ['a day in the past', { name: 'n', scopes: ['check'], expiresAt: '2020-01-01' }, 'expiresAt must be'],
    ['an end of null', { name: 'n', scopes: ['check'], expiresAt: null }, 'expiresAt must be'],
    ['an unknown field', { name: 'n', scopes: ['check'], hash: 'x' }, '"hash" is not a field'],
  ])('refuses %s', async (_, body, msg) => {
    const response = await admin().post('/api/api-keys', body);
    expect([response.status, response.body]).toEqual([400, { msg: expect.stringContaining(msg) }]);
  });

  it('takes its end as an ISO date', async () => {
    const body = { name: 'n', scopes: ['check'], expiresAt: '2100-01-01T12:00Z' };
    expect((await admin().post('/api/api-keys', body)).body.expiresAt).toBe(Date.UTC(2100, 0, 1, 12));
  });

  it('ends the key at its expiresAt, to the moment, even while it is in use', async () => {
    const expiresAt = Date.now() + 1000;
    const { secret } = await create(['keys:read'], { expiresAt });
    expect(await statusWith(secret)).toBe(200);
    await sleep(expiresAt - Date.now() + 5);
    expect(await statusWith(secret)).toBe(401);
  });
});

describe('GET /api/api-keys', () => {
  it('lists keys by ascending id and pages, without any secret or hash', async () => {
    const created = [];
    for (let index = 0; index < 3; index++) created.push(await create(['check']));
    const seen = [];
    let path: string | undefined = `/api/api-keys?limit=2&after=${created[0].id - 1}`;
    while (path) {
      const page = await admin().get(path);
      expect(page.text).not.toMatch(/secret|hash/);
      seen.push(...page.body);
      path = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(created.map(withoutSecret));
  });

  it.each(['limit=0', 'limit=1001', 'after=x', 'name=x'])('refuses ?%s', async (query) => {
    expect((await admin().get(`/api/api-keys?${query}`)).status).toBe(400);
  });

  it.each(['0', '999999', '9007199254740993', '18446744073709551617', '-1', 'x'])('does not find %s', async (id) => {
    for (const [method, path] of [
      ['GET', `/api/api-keys/${id}`],
      ['PUT', `/api/api-keys/${id}`],
      ['POST', `/api/api-keys/${id}/rotate`],
      ['DELETE', `/api/api-keys/${id}`],
    ]) {
      const response = await admin().send(method, path, { body: method === 'GET' ? undefined : {} });
      expect([method, response.status, response.body]).toEqual([method, 404, NOT_FOUND]);
    }
  });
});

describe('PUT /api/api-keys/{id}', () => {
  it('changes the given fields, and scopes from the next request on', async () => {
    const { id, secret, ...key } = await create(['keys:read']);
    expect(await statusWith(secret)).toBe(200);
    const name = unique('renamed');
    const renamed = await admin().put(`/api/api-keys/${id}`, { name });
    expect([renamed.status, renamed.body]).toEqual([200, { ...key, id, name, lastUsedAt: expect.any(Number) }]);
    const moved = await admin().put(`/api/api-keys/${id}`, { scopes: ['logs:read'], expiresAt: Date.now() + HOUR_MS });
    expect(moved.body).toMatchObject({ name, scopes: ['logs:read'], expiresAt: expect.any(Number) });
    expect(await statusWith(secret)).toBe(403);
    expect((await admin().put(`/api/api-keys/${id}`, { expiresAt: null })).body.expiresAt).toBeNull();
  });

  it('refuses wrong values, null and unknown fields', async () => {
    const { id } = await create(['check']);
    for (const body of [{ name: null }, { scopes: null }, { scopes: [] }, { expiresAt: 1 }, { revokedAt: null }]) {
      expect([body, (await admin().put(`/api/api-keys/${id}`, body)).status]).toEqual([body, 400]);
    }
  });
});

describe('POST /api/api-keys/{id}/rotate', () => {
  it('gives a new secret under the same id, and ends the old one at once by default', async () => {
    const key = await create(['keys:read', 'links:write']);
    expect(await statusWith(key.secret)).toBe(200);
    const { status, body } = await admin().post(`/api/api-keys/${key.id}/rotate`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: key.id, scopes: key.scopes, prefix: body.secret.slice(0, 8) });
    expect(body.secret).not.toBe(key.secret);
    expect([await statusWith(key.secret), await statusWith(body.secret)]).toEqual([401, 200]);
    const { body: link } = await scenario.service
      .client(body.secret)
      .post('/api/link', { name: unique('rotated'), url: 'https://example.com/' });
    expect(link.creatorID).toBe(String(key.id));
  });

  it('keeps every earlier secret for the grace, and ends all of them with the next grace of 0', async () => {
    const first = await create(['keys:read']);
    const rotate = async (graceSeconds: number) =>
      (await admin().post(`/api/api-keys/${first.id}/rotate`, { graceSeconds })).body;
    const second = await rotate(3600);
    const third = await rotate(604_800);
    expect(second.previousValidUntil).toBeGreaterThan(Date.now() + HOUR_MS - 60_000);
    const secrets = [first.secret, second.secret, third.secret];
    expect(await Promise.all(secrets.map(statusWith))).toEqual([200, 200, 200]);
    const fourth = await rotate(0);
    expect(await Promise.all(secrets.map(statusWith))).toEqual([401, 401, 401]);
    expect(await statusWith(fourth.secret)).toBe(200);
  });

  it('ends the old secret when its grace is over, to the moment, even while it is in use', async () => {
    const key = await create(['keys:read']);
    const { body } = await admin().post(`/api/api-keys/${key.id}/rotate`, { graceSeconds: 1 });
    expect(await statusWith(key.secret)).toBe(200);
    await sleep(body.previousValidUntil - Date.now() + 5);
    expect([await statusWith(key.secret), await statusWith(body.secret)]).toEqual([401, 200]);
  });

  it('refuses a grace out of range, and a key that is revoked', async () => {
    const { id } = await create(['check']);
    for (const graceSeconds of [-1, 604_801, 0.5, '60', null]) {
      expect((await admin().post(`/api/api-keys/${id}/rotate`, { graceSeconds })).status).toBe(400);
    }
    await admin().delete(`/api/api-keys/${id}`);
    const refused = await admin().post(`/api/api-keys/${id}/rotate`);
    expect([refused.status, refused.body]).toEqual([409, { msg: expect.stringContaining('revoked') }]);
    expect((await admin().put(`/api/api-keys/${id}`, { name: 'x' })).status).toBe(409);
  });

  it('does not let a BOOTSTRAP_API_KEY come back that was rotated away', async () => {
    const other = await startScenario();
    try {
      const { body } = await other.admin.post('/api/api-keys/1/rotate');
      await other.service.stop();
      const again = await Service.start({ DATABASE_URL: other.database.url });
      expect((await again.client(ADMIN_KEY).get('/api/keys')).status).toBe(401);
      expect((await again.client(body.secret).get('/api/keys')).status).toBe(200);
      expect(again.output).toContain('BOOTSTRAP_API_KEY names a secret that was rotated away');
      await again.stop();
    } finally {
      await other.close();
    }
  });
});

describe('DELETE /api/api-keys/{id}', () => {
  it('revokes the key with all its secrets at once, and keeps it listed', async () => {
    const key = await create(['keys:read']);
    const { body } = await admin().post(`/api/api-keys/${key.id}/rotate`, { graceSeconds: 600 });
    expect([await statusWith(key.secret), await statusWith(body.secret)]).toEqual([200, 200]);
    const revoked = await admin().delete(`/api/api-keys/${key.id}`);
    expect([revoked.status, revoked.body.revokedAt]).toEqual([200, expect.any(Number)]);
    expect([await statusWith(key.secret), await statusWith(body.secret)]).toEqual([401, 401]);
    expect((await admin().get(`/api/api-keys/${key.id}`)).body).toEqual(revoked.body);
    expect((await admin().delete(`/api/api-keys/${key.id}`)).body).toEqual(revoked.body);
  });

  it('is seen by another instance within 5 seconds', async () => {
    const other = await Service.start({ DATABASE_URL: scenario.database.url });
    try {
      const { id, secret } = await create(['keys:read']);
      const client = other.client(secret);
      expect((await client.get('/api/keys?limit=1')).status).toBe(200);
      await admin().delete(`/api/api-keys/${id}`);
      const revokedAt = Date.now();
      while ((await client.get('/api/keys?limit=1')).status === 200) {
        expect(Date.now()).toBeLessThan(revokedAt + 5000);
        await sleep(50);
      }
    } finally {
      await other.stop();
    }
  });
});
