import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { Browser } from '../support/browser';
import { fileOf, HEADER, OpenImport } from '../support/open-import';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';
import { openSession } from '../support/sessions';

const HOUR_MS = 60 * 60 * 1000;
const MOST_OPEN = 100;
const READ = '/api/keys?limit=1';
/** Revocations are seen everywhere within this time. */
const SEEN_MS = 5000;

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario({ TRUST_PROXY: '127.0.0.1', WRONG_KEY_LIMIT_PER_MINUTE: '5' });
});
afterAll(() => scenario.close());

const browser = () => new Browser(scenario.service);

/** Asks until an answer is another than 200, which has to come in time. */
async function untilRefused(ask: () => Promise<{ status: number }>): Promise<number> {
  const start = Date.now();
  for (;;) {
    const { status } = await ask();
    if (status !== 200) return status;
    expect(Date.now()).toBeLessThan(start + SEEN_MS);
    await sleep(50);
  }
}

describe('a session', () => {
  it('lasts an hour without use and 12 hours at most, to the minute', async () => {
    const ago = async (times: Record<string, number>) => {
      const { browser: mine, session } = await openSession(scenario);
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
    const { browser: mine } = await openSession(scenario);
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

  it('are counted where one asks whether one is signed in, too', async () => {
    const statuses = [];
    for (let index = 0; index < 6; index++) {
      const guess = browser();
      guess.headers = from('203.0.113.3');
      guess.cookies.set('keylink', `kls_${String(index).repeat(43)}`);
      statuses.push((await guess.get('/api/sign-in')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('of sessions that have ended are none: whoever left a page open isn’t guessing', async () => {
    const { browser: mine, token } = await openSession(scenario);
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
    const { browser: mine, token } = await openSession(scenario);
    const there = await at(other, token);
    const { status, headers } = await mine.delete('/api/sessions/current');
    expect([status, headers['set-cookie']]).toEqual([204, ['keylink=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict']]);
    expect(mine.cookies.size).toBe(0);
    mine.cookies.set('keylink', token);
    expect((await mine.get(READ)).status).toBe(401);
    expect(await untilRefused(() => there.get(READ))).toBe(401);
  });

  it('comes with the API key’s, at every instance, in the middle of a request too', async () => {
    const { browser: mine, token, key } = await openSession(scenario);
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
    const { browser: mine, key } = await openSession(scenario);
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
    const [one, another] = [await openSession(scenario), await openSession(scenario)];
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
    const { browser: mine, key } = await openSession(scenario);
    for (let index = 0; index < 2; index++) await browser().signIn(key.secret);
    const first = await mine.get('/api/sessions?limit=2');
    const [, next] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))!;
    const rest = await mine.get(next);
    expect([first.body.length, rest.body.length, rest.headers.link]).toEqual([2, 1, undefined]);
  });
});

it('of one API key are a hundred at most: one more ends the oldest, as the audit says', async () => {
  const { browser: oldest, key, session } = await openSession(scenario);
  const second = browser();
  await second.signIn(key.secret);
  // More than one key may open in a minute.
  const columns = 'apiKeyId, name, address, createdAt, lastUsedAt, expiresAt';
  for (let opened = 2; opened < MOST_OPEN; opened++) {
    await runSql(
      scenario.database,
      `INSERT INTO sessions (hash, ${columns}) SELECT ?, ${columns} FROM sessions WHERE id = ?`,
      [`hash of ${opened}`, session.id],
    );
  }
  expect((await oldest.get(READ)).status).toBe(200);
  const { body: newest } = await browser().signIn(key.secret);
  expect([(await oldest.get(READ)).status, (await second.get(READ)).status]).toEqual([401, 200]);
  const auditOf = async (id: number) =>
    ((await scenario.admin.get(`/api/audit?targetType=session&targetId=${id}`)).body as Record<string, string>[]).map(
      ({ action, apiKeyName, requestId }) => ({ action, apiKeyName, requestId }),
    );
  const [{ requestId }] = await auditOf(newest.id);
  expect((await auditOf(session.id))[0]).toEqual({ action: 'revoke', apiKeyName: key.name, requestId });
});

it('are opened 60 times in a minute by one API key at most, and the audit grows no further', async () => {
  const key = await createApiKey(scenario.admin, ['check']);
  const headers = { 'x-api-key': key.secret };
  const statuses = [];
  for (let index = 0; index < 60; index++)
    statuses.push((await browser().post('/api/sessions', undefined, { headers })).status);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const { status, headers: told, body } = await browser().post('/api/sessions', undefined, { headers });
  expect([status, body]).toEqual([
    429,
    { msg: expect.stringMatching(/^This API key has opened too many sessions; try again in \d+ seconds\.$/) },
  ]);
  expect(Number(told['retry-after'])).toBeGreaterThan(0);
  const { body: audit } = await scenario.admin.get(`/api/audit?apiKeyId=${key.id}&limit=1000`);
  expect(audit).toHaveLength(60);
  // Others sign in, and the key goes on doing what it is for.
  await openSession(scenario);
  expect((await scenario.service.client(key.secret).post('/api/check', { id: 'x' })).status).toBe(200);
});

it('deletes sessions that ended long ago, with those that begin', async () => {
  const { session } = await openSession(scenario);
  const past = Date.now() - 25 * HOUR_MS;
  await runSql(scenario.database, `UPDATE sessions SET expiresAt = ${past} WHERE id = ${session.id}`);
  await openSession(scenario);
  expect(await runSql(scenario.database, `SELECT id FROM sessions WHERE id = ${session.id}`)).toEqual([]);
});
