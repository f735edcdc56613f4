import { randomBytes } from 'node:crypto';
import type { ApiResponse } from '../support/api-client';
import { createLicenseKey, type CreatedLicenseKey } from '../support/license-keys';
import { type PortalBrowser, type PortalScenario, startPortal } from '../support/portal';
import { unique } from '../support/scenario';

interface Person {
  readonly uid: string;
  readonly email: string;
  readonly key: CreatedLicenseKey;
  readonly browser: PortalBrowser;
}

let portal: PortalScenario;
let victim: Person;
let attacker: Person;

async function createPerson(name: string): Promise<Person> {
  const uid = unique(name);
  const email = `${uid}@example.com`;
  await portal.admin.post('/api/customers', { uid, email });
  const key = await createLicenseKey(portal.admin, { uid, seats: 3 });
  await portal.admin.post('/api/check', { id: key.key, device: 'laptop' });
  return { uid, email, key, browser: portal.browser() };
}

beforeAll(async () => {
  portal = await startPortal();
  [victim, attacker] = [await createPerson('victim'), await createPerson('attacker')];
  for (const { browser, email } of [victim, attacker]) await browser.enter(email);
});
afterAll(() => portal.close());

/** All that pages can do, with a license key in it. */
const ACTIONS = ['show', 'devices/1/release', 'replace', 'license'];
const FORMS = ['sign-in', 'code', 'link', 'sign-out', 'address', 'address/code', 'address/confirm'];

const stateOf = async ({ key, uid }: Person) => [
  (await portal.admin.get(`/api/keys/${key.id}`)).body.key,
  (await portal.admin.get(`/api/keys/${key.id}/devices`)).body,
  (await portal.admin.get(`/api/keys/${key.id}/licenses`)).body,
  (await portal.admin.get(`/api/customers/${uid}`)).body.email,
];

/** Whatever was sent, nothing of the victim's is in the answer, and no fault of the service. */
function expectNothing({ status, text, headers }: ApiResponse): void {
  if (status < 400) throw new Error(text);
  expect(status).toBeLessThan(500);
  for (const secret of [victim.key.key, victim.key.key.slice(0, 8), victim.email, 'laptop'])
    expect(text).not.toContain(secret);
  expect(headers['content-type']).toMatch(/^text\/html/);
}

describe('what belongs to somebody else', () => {
  const names = (): string[] => {
    const { id, key } = victim.key;
    const odd = [
      '0',
      '-1',
      '01',
      '1e0',
      `${id}.0`,
      `+${id}`,
      `%20${id}`,
      `${id}%00`,
      `${id}%0a`,
      '9'.repeat(30),
      'NaN',
    ];
    return [String(id), key, key.toUpperCase(), `${id}/`, ...odd, '%252e%252e', "'%20OR%201=1--", '%F0%9F%94%91'];
  };

  it('is neither shown nor changed, however its id is written', async () => {
    const before = await stateOf(victim);
    let tried = 0;
    for (const id of names()) {
      for (const page of ['', '/replace']) {
        expectNothing(await attacker.browser.get(`/portal/keys/${id}${page}`));
        tried++;
      }
      for (const action of ACTIONS) {
        const { token } = attacker.browser;
        const fields = { form: token, request: 'KLR1.e30', as: 'page' };
        expectNothing(await attacker.browser.sendForm(`/portal/keys/${id}/${action}`, fields));
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(100);
    expect(await stateOf(victim)).toEqual(before);
  });

  it('nor does an address make a page say what is no sentence of its own', async () => {
    const { browser, key } = attacker;
    for (const done of ['constructor', '__proto__', 'toString', 'x', 'released&done=replaced']) {
      const { status, text } = await browser.get(`/portal/keys/${key.id}?done=${done}`);
      expect([done, status, text.includes('role="status"')]).toEqual([done, 200, false]);
    }
  });

  it('nor are devices that the own license key has not', async () => {
    const own = attacker.key.id;
    for (const device of ['2', '99', '0', '-1', 'x', '1e9', '99999999999', '%00']) {
      await attacker.browser.open(`/portal/keys/${own}`);
      expect((await attacker.browser.submit(`/portal/keys/${own}/devices/${device}/release`)).status).toBe(404);
    }
  });

  it('nor is what was one’s own, once the license key has another owner', async () => {
    const { browser, key } = attacker;
    await browser.open(`/portal/keys/${key.id}`);
    await portal.admin.put(`/api/keys/${key.id}`, { uid: victim.uid });
    for (const action of ACTIONS.slice(0, 3)) {
      const answer = await browser.sendForm(`/portal/keys/${key.id}/${action}`, { form: browser.token });
      expect(answer.status).toBe(404);
    }
    await portal.admin.put(`/api/keys/${key.id}`, { uid: attacker.uid });
  });
});

describe('a form', () => {
  it('does nothing unless a page of this browser has sent it', async () => {
    const { browser } = victim;
    const before = await stateOf(victim);
    await browser.open('/portal');
    const { token } = browser;
    const foreign = ['https://evil.example', 'null', 'http://127.0.0.1', `${portal.service.url}.evil.example`];
    const wrong = ['', 'x', token.slice(1), `${token}x`, attacker.browser.token, token.toUpperCase()];
    const paths = [...FORMS, ...ACTIONS.map((action) => `keys/${victim.key.id}/${action}`)];
    let tried = 0;
    for (const path of paths) {
      const attempts = [
        ...wrong.map((form) => () => browser.sendForm(`/portal/${path}`, { form })),
        ...foreign.map((origin) => () => browser.sendForm(`/portal/${path}`, { form: token }, { origin })),
        () => browser.sendForm(`/portal/${path}`, {}),
      ];
      for (const attempt of attempts) {
        expect([path, (await attempt()).status]).toEqual([path, 403]);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(100);
    expect(await stateOf(victim)).toEqual(before);
    expect((await browser.open('/portal')).text).toContain(victim.email);
  });

  it('isn’t taken in other shapes, nor by other methods', async () => {
    const { browser } = victim;
    const path = `/portal/keys/${victim.key.id}/replace`;
    const before = await stateOf(victim);
    const json = await browser.post(path, { form: browser.token });
    expect([json.status, json.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data', ''])
      expect((await browser.sendForm(path, { form: browser.token }, { 'content-type': type })).status).toBeGreaterThan(
        399,
      );
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect((await browser.send(method, path)).status).toBe(405);
    expect((await browser.get(`${path}?form=${browser.token}`)).status).toBe(200);
    expect(await stateOf(victim)).toEqual(before);
  });
});

describe('a session', () => {
  it('isn’t what somebody planted before', async () => {
    const planted = randomBytes(32).toString('base64url');
    const browser = portal.browser();
    browser.cookies.set('keylink-portal', planted);
    await browser.enter(victim.email);
    expect([...browser.cookies.values()]).not.toContain(planted);
    const other = portal.browser();
    other.cookies.set('keylink-portal', planted);
    expect((await other.open('/portal')).text).toContain('Sign in to your licenses');
  });

  it('isn’t guessed, nor taken from several cookies', async () => {
    const own = victim.browser.cookies.get('keylink-portal')!;
    const guesses = [
      own.slice(0, -1),
      `${own}A`,
      own.toUpperCase(),
      '',
      'x'.repeat(43),
      '%00',
      `${own}; keylink-portal=${own}`,
    ];
    for (const guess of guesses) {
      const { text, status } = await portal
        .browser()
        .get('/portal', { headers: { cookie: `keylink-portal=${guess}` } });
      expect([status, text.includes(victim.email)]).toEqual([200, false]);
    }
  });

  it('is the portal’s alone: it opens nothing of the API, and the console’s opens nothing here', async () => {
    expect((await victim.browser.get('/api/keys')).status).toBe(401);
    const { headers } = await victim.browser.get('/portal');
    expect(headers['set-cookie']).toBeUndefined();
    const operator = portal.browser();
    const { text } = await operator.get('/portal', { headers: { 'x-api-key': 'Vq3x9TzK7mWc2LfYb8RjN5dHs4PgUa6E' } });
    expect(text).toContain('Sign in to your licenses');
  });
});

it('no page can be framed, run a script, or be kept', async () => {
  const pages = ['', '/code', '/address', `/keys/${victim.key.id}`, '/nothing', '/link/x', '/address/x', '/keys/0'];
  for (const page of pages) {
    const { headers } = await victim.browser.get(`/portal${page}`);
    if (headers.location !== undefined) continue;
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  }
});

it('texts of others are only texts', async () => {
  const evil = `"><script>alert(1)</script>'&`;
  await portal.admin.post('/api/check', { id: victim.key.key, device: 'evil', deviceName: evil });
  const { text } = await victim.browser.open(`/portal/keys/${victim.key.id}`);
  expect(text).not.toContain('<script');
  expect(text).toContain('&quot;&gt;&lt;script&gt;');
  const browser = portal.browser();
  await browser.open('/portal');
  const typed = await browser.submit('/portal/sign-in', { email: evil });
  expect([typed.status, typed.text.includes('<script')]).toEqual([400, false]);
  for (const path of ['/portal/?language=<script>', '/portal/?after=<script>', '/portal/link/<script>'])
    expect((await browser.get(path.replaceAll('<', '%3C'))).text).not.toContain('<script');
  for (const path of ['/portal//evil.example', '/portal/?ended=//evil.example', '/portal/%2f%2fevil.example'])
    expect((await browser.get(path)).headers.location).toBeUndefined();
});

it('files that are none are refused, and long ones', async () => {
  const { browser, key } = victim;
  await browser.open('/portal');
  const upload = (body: string, boundary = 'x') =>
    browser.send('POST', `/portal/keys/${key.id}/license`, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    });
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  expect((await upload('')).status).toBe(400);
  expect((await upload('nothing')).status).toBe(400);
  expect((await upload(`${part('form', browser.token)}--x--`, 'other')).status).toBe(400);
  expect((await upload(`${part('form', browser.token)}${part('file', 'y'.repeat(40_000))}--x--`)).status).toBe(413);
  const wrong = await upload(`${part('form', browser.token)}${part('file', '\0\x01 nonsense')}--x--`);
  expect([wrong.status, wrong.text.includes('This is not a request code')]).toEqual([400, true]);
  const stranger = portal.browser();
  await stranger.open('/portal');
  const { status } = await stranger.send('POST', `/portal/keys/${key.id}/license`, {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: 'y'.repeat(40_000),
  });
  expect(status).toBe(303);
});
