import { createApiKey } from '../support/api-keys';
import { Browser } from '../support/browser';
import { createLicenseKey } from '../support/license-keys';
import { PATH as IMPORT } from '../support/open-import';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { ADMIN_KEY } from '../support/service';
import { openSession } from '../support/sessions';

const HOUR_MS = 60 * 60 * 1000;
const READ = '/api/keys?limit=1';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario({ TRUST_PROXY: '127.0.0.1', WRONG_KEY_LIMIT_PER_MINUTE: '5' });
});
afterAll(() => scenario.close());

const browser = () => new Browser(scenario.service);

describe('signing in by an API key', () => {
  it('opens a session of the key’s scopes for 12 hours, with a cookie that no script and no other site has', async () => {
    const key = await createApiKey(scenario.admin, ['keys:read', 'links:write']);
    const mine = browser();
    const { status, body, headers } = await mine.signIn(key.secret);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: key.name,
        scopes: ['keys:read', 'links:write'],
        createdAt: expect.any(Number),
        lastUsedAt: body.createdAt,
        expiresAt: body.createdAt + 12 * HOUR_MS,
        address: '127.0.0.1',
        via: 'apiKey',
        isCurrent: true,
      },
    ]);
    const [cookie, ...others] = headers['set-cookie']!;
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^keylink=kls_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    const me = await mine.get('/api/me');
    const { id: apiKeyId, name } = key;
    const told = {
      name,
      scopes: ['keys:read', 'links:write'],
      apiKeyId,
      version: '0.1.0',
      publicUrl: null,
      licenseKeyAuth: false,
    };
    expect(me.body).toEqual({ ...told, via: 'session', sessionId: body.id, expiresAt: body.expiresAt });
    expect(me.headers['cache-control']).toBe('no-store');
    expect((await scenario.service.client(key.secret).get('/api/me')).body).toEqual({ ...told, via: 'apiKey' });
  });

  it('gives the cookie to HTTPS and this host alone where that is used, and looks at no other', async () => {
    const mine = browser();
    mine.headers = { 'x-forwarded-proto': 'https', origin: scenario.service.url.replace('http', 'https') };
    const { headers } = await mine.signIn(ADMIN_KEY);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-keylink=\S+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    expect((await mine.get('/api/me')).status).toBe(200);
    const token = mine.cookies.get('__Host-keylink')!;
    mine.cookies.clear();
    // As a page of a neighbouring host could have set it.
    mine.cookies.set('keylink', token);
    expect((await mine.get('/api/me')).status).toBe(401);
  });

  it('makes a new token, whatever cookie was there before', async () => {
    const planted = `kls_${'x'.repeat(43)}`;
    const victim = browser();
    victim.cookies.set('keylink', planted);
    await victim.signIn(ADMIN_KEY);
    expect(victim.cookies.get('keylink')).not.toBe(planted);
    const attacker = browser();
    attacker.cookies.set('keylink', planted);
    attacker.headers = { 'x-forwarded-for': '203.0.113.77' };
    expect((await attacker.get('/api/me')).status).toBe(401);
  });

  it('takes an API key alone: no session opens another, and no token is a key, nor a key a token', async () => {
    const { browser: mine, token, key } = await openSession(scenario);
    expect((await mine.post('/api/sessions')).status).toBe(401);
    const from = { 'x-forwarded-for': '203.0.113.78' };
    expect((await mine.get(READ)).status).toBe(200);
    expect((await scenario.service.client(token).get(READ, { headers: from })).status).toBe(401);
    expect((await scenario.service.client(key.secret).get(READ)).status).toBe(200);
    const cookie = `keylink=${key.secret}`;
    expect((await scenario.service.client(null).get(READ, { headers: { cookie, ...from } })).status).toBe(401);
  });

  it('is told to those who ask before they know, as long as it lasts', async () => {
    const { browser: mine, token } = await openSession(scenario);
    const isSignedIn = async (cookies: Record<string, string>) => {
      const asking = browser();
      for (const [name, value] of Object.entries(cookies)) asking.cookies.set(name, value);
      const { status, body, headers } = await asking.get('/api/sign-in');
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      return body.isSignedIn;
    };
    expect(await isSignedIn({ keylink: token })).toBe(true);
    expect(await isSignedIn({})).toBe(false);
    expect(await isSignedIn({ '__Host-keylink': token })).toBe(false);
    const foreign = await mine.get('/api/sign-in', { headers: { origin: 'https://evil.example' } });
    expect([foreign.status, foreign.body.isSignedIn]).toEqual([200, false]);
    await mine.delete('/api/sessions/current');
    expect(await isSignedIn({ keylink: token })).toBe(false);
  });

  it('tells a page at once that the service doesn’t know its address', async () => {
    const elsewhere = new Browser(scenario.service, 'https://keylink.example.com');
    await expect(elsewhere.signIn(ADMIN_KEY)).rejects.toThrow('PUBLIC_URL');
    expect(elsewhere.cookies.size).toBe(0);
  });
});

describe('a session', () => {
  it('may do what its API key may, at the moment', async () => {
    const { browser: mine, key } = await openSession(scenario, ['keys:read']);
    expect((await mine.get(READ)).status).toBe(200);
    const refused = await mine.get('/api/audit');
    expect([refused.status, refused.body]).toEqual([
      403,
      { msg: expect.stringMatching(/^You lack the scope "admin", /) },
    ]);
    const byKey = await scenario.service.client(key.secret).get('/api/audit');
    expect(byKey.body).toEqual({ msg: 'This API key lacks the scope "admin", which the operation needs.' });
    await scenario.admin.put(`/api/api-keys/${key.id}`, { scopes: ['links:read'] });
    expect([(await mine.get(READ)).status, (await mine.get('/api/links')).status]).toEqual([403, 200]);
  });

  it('changes things as its API key, which the audit and what it makes repeatable say', async () => {
    const { browser: mine, key } = await openSession(scenario);
    const body = { uid: unique('user'), pid: 1 };
    const headers = { 'idempotency-key': unique('order') };
    const created = await mine.post('/api/keys', body, { headers });
    expect(created.status).toBe(201);
    const again = await scenario.service.client(key.secret).post('/api/keys', body, { headers });
    expect([again.status, again.body.id]).toEqual([200, created.body.id]);
    const { body: audit } = await scenario.admin.get(`/api/audit?targetType=licenseKey&targetId=${created.body.id}`);
    expect(audit).toEqual([expect.objectContaining({ apiKeyId: key.id, apiKeyName: key.name, action: 'create' })]);
  });

  it('changes nothing for pages of other sites, whichever way they send their form', async () => {
    const { browser: mine } = await openSession(scenario);
    const { id } = await createLicenseKey(scenario.admin);
    const { host, port } = new URL(scenario.service.url);
    const foreign = [
      'https://evil.example',
      'null',
      `http://evil.${host}`,
      `http://${host}.evil.example`,
      `http://127.0.0.1:${Number(port) + 1}`,
      `https://${host}`,
      '',
    ];
    for (const origin of foreign) {
      const answers = [
        await mine.put(`/api/keys/${id}`, { disabled: true }, { headers: { origin } }),
        await mine.delete(`/api/keys/${id}`, { headers: { origin } }),
        await mine.post('/api/keys', { uid: 'x', pid: 1 }, { headers: { origin } }),
        await mine.get(READ, { headers: { origin } }),
      ];
      expect([origin, answers.map(({ status }) => status)]).toEqual([origin, [403, 403, 403, 403]]);
    }
    const cookie = `keylink=${mine.cookies.get('keylink')}`;
    const bare = await scenario.service.client(null).delete(`/api/keys/${id}`, { headers: { cookie } });
    expect([bare.status, bare.body]).toEqual([403, { msg: expect.stringContaining(scenario.service.url) }]);
    expect((await scenario.admin.get(`/api/keys/${id}`)).body.disabled).toBe(false);
    expect((await mine.put(`/api/keys/${id}`, { disabled: true })).status).toBe(200);
  });

  it('is nobody’s when two cookies claim to be it', async () => {
    const { token } = await openSession(scenario);
    const cookie = `keylink=${token}; theme=dark; keylink=kls_${'y'.repeat(43)}`;
    const { status, body } = await scenario.service.client(null).get(READ, { headers: { cookie } });
    expect([status, body]).toEqual([401, { msg: expect.stringContaining('Two session cookies') }]);
  });

  it('is in no log, and is no request id', async () => {
    const { browser: mine, token } = await openSession(scenario);
    const { headers } = await mine.get(READ, { headers: { 'x-request-id': token } });
    expect(headers['x-request-id']).not.toBe(token);
    await mine.get(READ, { headers: { origin: 'https://evil.example', 'x-request-id': `a-${token}` } });
    expect(scenario.service.output).not.toContain(token.slice(4));
    const rows = await runSql(scenario.database, 'SELECT * FROM sessions');
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });
});

it('reads no body for who only has some cookie', async () => {
  const headers = { cookie: 'theme=dark', 'content-type': 'text/csv' };
  const { status } = await scenario.service.client(null).post(IMPORT, 'x', { headers });
  expect(status).toBe(401);
});
