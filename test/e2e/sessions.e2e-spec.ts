import { createApiKey } from '../support/api-keys';
import { Browser } from '../support/browser';
import { createLicenseKey } from '../support/license-keys';
import { fileOf, HEADER, OpenImport, PATH as IMPORT } from '../support/open-import';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';

const HOUR_MS = 60 * 60 * 1000;
const READ = '/api/keys?limit=1';
/** Revocations are seen everywhere within this time. */
const SEEN_MS = 5000;

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario({ TRUST_PROXY: '127.0.0.1', WRONG_KEY_LIMIT_PER_MINUTE: '5' });
});
afterAll(() => scenario.close());

const browser = () => new Browser(scenario.service);

async function signedIn(scopes = ['keys:read', 'keys:write']) {
  const key = await createApiKey(scenario.admin, scopes);
  const signedInBrowser = browser();
  const { body } = await signedInBrowser.signIn(key.secret);
  return { key, browser: signedInBrowser, session: body, token: signedInBrowser.cookies.get('keylink')! };
}

/** Asks until an answer is another than 200, which has to come in time. */
async function untilRefused(ask: () => Promise<{ status: number }>): Promise<number> {
  const start = Date.now();
  for (;;) {
    const { status } = await ask();
    if (status !== 200) return status;
    expect(Date.now()).toBeLessThan(start + SEEN_MS);
  }
}

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
    const told = { name, scopes: ['keys:read', 'links:write'], apiKeyId, version: '0.1.0' };
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
    const { browser: mine, token, key } = await signedIn();
    expect((await mine.post('/api/sessions')).status).toBe(401);
    const from = { 'x-forwarded-for': '203.0.113.78' };
    expect((await mine.get(READ)).status).toBe(200);
    expect((await scenario.service.client(token).get(READ, { headers: from })).status).toBe(401);
    expect((await scenario.service.client(key.secret).get(READ)).status).toBe(200);
    const cookie = `keylink=${key.secret}`;
    expect((await scenario.service.client(null).get(READ, { headers: { cookie, ...from } })).status).toBe(401);
  });

  it('tells a page at once that the service doesn’t know its address', async () => {
    const elsewhere = new Browser(scenario.service, 'https://keylink.example.com');
    await expect(elsewhere.signIn(ADMIN_KEY)).rejects.toThrow('PUBLIC_URL');
    expect(elsewhere.cookies.size).toBe(0);
  });
});

describe('a session', () => {
  it('may do what its API key may, at the moment', async () => {
    const { browser: mine, key } = await signedIn(['keys:read']);
    expect((await mine.get(READ)).status).toBe(200);
    expect((await mine.get('/api/audit')).status).toBe(403);
    await scenario.admin.put(`/api/api-keys/${key.id}`, { scopes: ['links:read'] });
    expect([(await mine.get(READ)).status, (await mine.get('/api/links')).status]).toEqual([403, 200]);
  });

  it('changes things as its API key, which the audit and what it makes repeatable say', async () => {
    const { browser: mine, key } = await signedIn();
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
    const { browser: mine } = await signedIn();
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
    const { token } = await signedIn();
    const cookie = `keylink=${token}; theme=dark; keylink=kls_${'y'.repeat(43)}`;
    const { status, body } = await scenario.service.client(null).get(READ, { headers: { cookie } });
    expect([status, body]).toEqual([401, { msg: expect.stringContaining('Two session cookies') }]);
  });

  it('is in no log, and is no request id', async () => {
    const { browser: mine, token } = await signedIn();
    const { headers } = await mine.get(READ, { headers: { 'x-request-id': token } });
    expect(headers['x-request-id']).not.toBe(token);
    await mine.get(READ, { headers: { origin: 'https://evil.example', 'x-request-id': `a-${token}` } });
    expect(scenario.service.output).not.toContain(token.slice(4));
    const rows = await runSql(scenario.database, 'SELECT * FROM sessions');
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  it('lasts an hour without use and 12 hours at most, to the minute', async () => {
    const ago = async (times: Record<string, number>) => {
      const { browser: mine, session } = await signedIn();
      const set = Object.keys(times).map((name) => `${name} = ?`);
      const values = Object.values(times).map((milliseconds) => Date.now() + milliseconds);
      await runSql(scenario.database, `UPDATE sessions SET ${set.join()} WHERE id = ?`, [...values, session.id]);
      const { status } = await mine.get(READ);
      const [row] = (await runSql(
        scenario.database,
        `SELECT lastUsedAt, endedAt FROM sessions WHERE id = ${session.id}`,
      )) as { lastUsedAt: unknown; endedAt: unknown }[];
      return { status, isUsed: Number(row.lastUsedAt) > Date.now() - 60_000, isEnded: row.endedAt !== null };
    };
    expect(await ago({ lastUsedAt: 10_000 - HOUR_MS })).toEqual({ status: 200, isUsed: true, isEnded: false });
    expect(await ago({ lastUsedAt: -HOUR_MS })).toEqual({ status: 401, isUsed: false, isEnded: true });
    expect(await ago({ expiresAt: 10_000 })).toEqual({ status: 200, isUsed: true, isEnded: false });
    expect(await ago({ expiresAt: 0 })).toEqual({ status: 401, isUsed: true, isEnded: true });
  });

  it('ends no later than its API key', async () => {
    const expiresAt = Date.now() + HOUR_MS;
    const key = await createApiKey(scenario.admin, ['keys:read'], { expiresAt });
    expect((await browser().signIn(key.secret)).body.expiresAt).toBe(expiresAt);
  });
});

describe('wrong tokens', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('are guesses, which are counted and blocked, while right ones from there still pass', async () => {
    const { browser: mine } = await signedIn();
    mine.headers = from('203.0.113.1');
    const statuses = [];
    for (let index = 0; index < 7; index++) {
      const guess = browser();
      guess.headers = from('203.0.113.1');
      guess.cookies.set('keylink', `kls_${String(index).repeat(43)}`);
      statuses.push((await guess.get(READ)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await mine.get(READ)).status).toBe(200);
  });

  it('of sessions that have ended are none: whoever left a page open isn’t guessing', async () => {
    const { browser: mine, token } = await signedIn();
    await mine.delete('/api/sessions/current');
    mine.cookies.set('keylink', token);
    mine.headers = from('203.0.113.2');
    for (let index = 0; index < 8; index++) expect((await mine.get(READ)).status).toBe(401);
  });
});

describe('the end of a session', () => {
  let other: Service;
  beforeAll(async () => {
    other = await Service.start({ DATABASE_URL: scenario.database.url });
  });
  afterAll(() => other.stop());

  /** The same browser at another instance. */
  const at = async (service: Service, token: string) => {
    const there = new Browser(service);
    there.cookies.set('keylink', token);
    expect((await there.get(READ)).status).toBe(200);
    return there;
  };

  it('comes with signing out: here at once, on other instances within 5 seconds', async () => {
    const { browser: mine, token } = await signedIn();
    const there = await at(other, token);
    const { status, headers } = await mine.delete('/api/sessions/current');
    expect([status, headers['set-cookie']]).toEqual([204, ['keylink=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict']]);
    expect(mine.cookies.size).toBe(0);
    mine.cookies.set('keylink', token);
    expect((await mine.get(READ)).status).toBe(401);
    expect(await untilRefused(() => there.get(READ))).toBe(401);
  });

  it('comes with the API key’s, at every instance, in the middle of a request too', async () => {
    const { browser: mine, token, key } = await signedIn();
    const there = await at(other, token);
    const live = new OpenImport(other.url, { cookie: `keylink=${token}`, origin: other.url });
    live.send(fileOf(unique('row'), 1));
    const more = setInterval(() => live.send(fileOf(unique('row'), 100).slice(HEADER.length)), 50);
    try {
      await live.waitForRows(1);
      await scenario.admin.delete(`/api/api-keys/${key.id}`);
      const revokedAt = Date.now();
      expect((await mine.get(READ)).status).toBe(401);
      await Promise.all([untilRefused(() => there.get(READ)), live.ended]);
      expect(Date.now()).toBeLessThan(revokedAt + SEEN_MS);
      expect(live.summary).toMatchObject({ complete: false, msg: expect.stringContaining('sign in again') });
    } finally {
      clearInterval(more);
      live.destroy();
    }
    expect((await scenario.admin.get('/api/sessions')).text).not.toContain(`"${key.name}"`);
  });

  it('comes with the secret that it was opened by, at the end of its grace', async () => {
    const { browser: mine, key } = await signedIn();
    expect((await mine.get(READ)).status).toBe(200);
    const { body } = await scenario.admin.post(`/api/api-keys/${key.id}/rotate`, { graceSeconds: 600 });
    expect((await mine.get('/api/me')).body.expiresAt).toBe(body.previousValidUntil);
    await scenario.admin.post(`/api/api-keys/${key.id}/rotate`, {});
    expect((await mine.get(READ)).status).toBe(401);
    expect(
      await browser()
        .signIn(body.secret)
        .catch(() => 'refused'),
    ).toBe('refused');
  });

  it('is the caller’s own to bring about, and an admin’s', async () => {
    const [one, another] = [await signedIn(), await signedIn()];
    const second = browser();
    const opened = await second.signIn(one.key.secret);
    const listed = await second.get('/api/sessions');
    expect(listed.body.map(({ id, isCurrent }: { id: number; isCurrent: boolean }) => [id, isCurrent])).toEqual([
      [opened.body.id, true],
      [one.session.id, false],
    ]);
    expect((await second.delete(`/api/sessions/${another.session.id}`)).status).toBe(404);
    expect((await another.browser.get(READ)).status).toBe(200);
    expect((await second.delete(`/api/sessions/${one.session.id}`)).status).toBe(204);
    expect((await one.browser.get(READ)).status).toBe(401);
    expect((await second.delete(`/api/sessions/${one.session.id}`)).status).toBe(404);
    const all = (await scenario.admin.get('/api/sessions?limit=1000')).body as { id: number }[];
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([another.session.id, listed.body[0].id]));
    expect((await scenario.admin.delete(`/api/sessions/${another.session.id}`)).status).toBe(204);
    expect((await another.browser.get(READ)).status).toBe(401);
    const { body: audit } = await scenario.admin.get(`/api/audit?targetType=session&targetId=${another.session.id}`);
    expect(audit.map(({ action, apiKeyName }: Record<string, string>) => [action, apiKeyName])).toEqual([
      ['revoke', 'bootstrap'],
      ['create', another.key.name],
    ]);
  });

  it.each(['0', '-1', 'x', '99999999999999999999', '1.5'])('is a 404 where there is no session: %s', async (id) => {
    expect((await scenario.admin.delete(`/api/sessions/${id}`)).status).toBe(404);
  });

  it('pages its lists', async () => {
    const { browser: mine, key } = await signedIn();
    for (let index = 0; index < 2; index++) await browser().signIn(key.secret);
    const first = await mine.get('/api/sessions?limit=2');
    const [, next] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))!;
    const rest = await mine.get(next);
    expect([first.body.length, rest.body.length, rest.headers.link]).toEqual([2, 1, undefined]);
  });
});

it('deletes sessions that ended long ago, with those that begin', async () => {
  const { session } = await signedIn();
  const past = Date.now() - 25 * HOUR_MS;
  await runSql(scenario.database, `UPDATE sessions SET expiresAt = ${past} WHERE id = ${session.id}`);
  await signedIn();
  expect(await runSql(scenario.database, `SELECT id FROM sessions WHERE id = ${session.id}`)).toEqual([]);
});

it('reads no body for who only has some cookie', async () => {
  const headers = { cookie: 'theme=dark', 'content-type': 'text/csv' };
  const { status } = await scenario.service.client(null).post(IMPORT, 'x', { headers });
  expect(status).toBe(401);
});
