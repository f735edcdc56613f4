import { Browser } from '../support/browser';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';
import { CLIENT_ID, CLIENT_SECRET, type Granted, StandInProvider } from '../support/stand-in-provider';

const ROLES = 'admin=keylink-admins,viewer=staff,support=helpdesk,developer=devs';

let provider: StandInProvider;
let scenario: Scenario;
let settings: Record<string, string>;

beforeAll(async () => {
  provider = await StandInProvider.start();
  settings = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_ROLES: ROLES,
    TRUST_PROXY: '127.0.0.1',
  };
  scenario = await startScenario(settings);
});
afterAll(async () => {
  await scenario.close();
  await provider.stop();
});

let clients = 0;
/** Each at an address of its own: how often one may come is limited. */
function newBrowser(service = scenario.service): Browser {
  const browser = new Browser(service);
  browser.headers = { 'x-forwarded-for': `10.0.0.${++clients}` };
  return browser;
}

/** Goes to the provider. @returns what the service asks of it */
async function goThere(browser: Browser, query = ''): Promise<URL> {
  const { status, headers } = await browser.get(`/auth/login${query}`);
  expect([status, headers['cache-control']]).toEqual([302, 'no-store']);
  return new URL(headers.location!);
}

/** Goes to the provider and comes back with what that hands out. @returns where the service leads then */
async function signIn(browser: Browser, granted: Omit<Granted, 'asked'> = {}, query = ''): Promise<string> {
  const asked = await goThere(browser, query);
  const { headers } = await browser.get(provider.comeBack({ ...granted, asked }));
  return headers.location!;
}

const problem = (word: string) => `/console/sign-in?problem=${word}`;
const as = (...groups: string[]) => ({ claims: { groups } });

async function expectNobody(browser: Browser): Promise<void> {
  expect(browser.cookies.has('keylink')).toBe(false);
  expect((await browser.get('/api/me')).status).toBe(401);
}

describe('signing in with an identity provider', () => {
  it('asks for a code with PKCE, a state and a nonce, each time others', async () => {
    const browser = newBrowser();
    const [first, second] = [await goThere(browser), await goThere(browser)];
    const parameters = Object.fromEntries(first.searchParams);
    expect(parameters).toEqual({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: `${scenario.service.url}/auth/callback`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(second.searchParams.get(name)).not.toBe(parameters[name]);
    }
  });

  it('opens a session of the role that a group has, for the page that was wanted', async () => {
    const browser = newBrowser();
    const asked = await goThere(browser, '?returnTo=/console/keys%3Fuid%3Dx');
    const { headers } = await browser.get(provider.comeBack({ ...as('other', 'helpdesk'), asked }));
    expect(headers.location).toBe('/console/keys?uid=x');
    expect(headers['set-cookie']).toEqual([
      'keylink-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      expect.stringMatching(/^keylink=kls_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ]);
    const { body } = await browser.get('/api/me');
    const scopes = ['keys:read', 'logs:read', 'links:read', 'signing:read', 'check', 'keys:disable', 'devices:write'];
    expect(body).toMatchObject({ name: 'erika', role: 'support', scopes, via: 'session', apiKeyId: null });
    expect((await browser.get('/api/sign-in')).body).toEqual({
      apiKey: true,
      openId: { name: new URL(provider.issuer).host },
    });
  });

  it.each([
    ['viewer', as('staff')],
    ['admin', as('staff', 'keylink-admins', 'helpdesk')],
    ['developer', { claims: { groups: 'devs' } }],
    ['developer', { claims: { roles: ['devs'] } }],
  ])('makes someone %s', async (role, granted) => {
    const browser = newBrowser();
    expect(await signIn(browser, granted)).toBe('/console');
    expect((await browser.get('/api/me')).body.role).toBe(role);
  });

  it.each([
    ['nobody is in no group', {}],
    ['nobody is in a group that has no role', as('staffers', 'KEYLINK-ADMINS', 'keylink-admins ')],
    ['groups are no texts', { claims: { groups: [{ name: 'staff' }, 1, null] } }],
    [
      'it stands elsewhere than in the token',
      { claims: { keylink: { groups: ['staff'] }, 'https://x/groups': ['staff'] } },
    ],
  ])('refuses who has no role: %s', async (_, granted) => {
    const browser = newBrowser();
    const asked = await goThere(browser, '?groups=staff');
    const { headers } = await browser.get(provider.comeBack({ ...granted, asked }, { groups: 'keylink-admins' }));
    expect(headers.location).toBe(problem('no-role'));
    await expectNobody(browser);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/console.evil.example',
    '/console@evil.example',
    '/console\\..\\evil',
    '/console/../docs',
    '/console/%2e%2e/docs',
    '/console/\r\nSet-Cookie: x=y',
    'javascript:alert(1)',
    `/console/${'x'.repeat(300)}`,
    '/docs',
    '',
  ])('leads back to the console and nowhere else: %j', async (wanted) => {
    expect(await signIn(newBrowser(), as('staff'), `?returnTo=${encodeURIComponent(wanted)}`)).toBe('/console');
  });

  it('leads back to it for a list of wishes too', async () => {
    expect(await signIn(newBrowser(), as('staff'), '?returnTo=/console/a&returnTo=//evil.example')).toBe('/console');
  });
});

describe('a person', () => {
  it('is named by the audit, and by what they make', async () => {
    const browser = newBrowser();
    const claims = { groups: ['keylink-admins'], sub: unique('sub'), email: 'erika@example.com', email_verified: true };
    await signIn(browser, { claims });
    const link = await browser.post('/api/links', { url: 'https://example.com/' });
    expect(link.body).toMatchObject({ creator: 'erika@example.com', creatorID: '0' });
    const { body } = await browser.get(`/api/audit?targetType=link&targetId=${link.body.id}`);
    expect(body).toEqual([expect.objectContaining({ apiKeyId: null, apiKeyName: 'erika@example.com' })]);
    const { body: me } = await browser.get('/api/me');
    const { body: opened } = await browser.get(`/api/audit?targetType=session&targetId=${me.sessionId}`);
    expect(opened).toEqual([expect.objectContaining({ action: 'create', apiKeyName: 'erika@example.com' })]);
  });

  it('is not called by an address that the provider doubts', async () => {
    const browser = newBrowser();
    const claims = { groups: ['staff'], email: 'boss@example.com', email_verified: false, preferred_username: 'eve' };
    await signIn(browser, { claims });
    expect((await browser.get('/api/me')).body.name).toBe('eve');
  });

  it('has Idempotency-Keys of their own, in each of their sessions, and no other’s sessions', async () => {
    const [erika, alsoErika, max] = [newBrowser(), newBrowser(), newBrowser()];
    const [one, other] = [unique('sub'), unique('sub')];
    for (const [browser, sub] of [
      [erika, one],
      [alsoErika, one],
      [max, other],
    ] as const) {
      await signIn(browser, { claims: { groups: ['devs'], sub } });
    }
    const body = { uid: unique('user'), pid: 1 };
    const headers = { 'idempotency-key': unique('order') };
    const made = [];
    for (const browser of [erika, alsoErika, max]) made.push(await browser.post('/api/keys', body, { headers }));
    expect(made.map(({ status }) => status)).toEqual([201, 200, 201]);
    expect(made[1].body.id).toBe(made[0].body.id);
    const { body: own } = await erika.get('/api/sessions');
    expect(own.map(({ isCurrent, via, role }: Record<string, unknown>) => [isCurrent, via, role])).toEqual([
      [false, 'openId', 'developer'],
      [true, 'openId', 'developer'],
    ]);
    expect((await max.delete(`/api/sessions/${own[0].id}`)).status).toBe(404);
    expect((await erika.delete(`/api/sessions/${own[0].id}`)).status).toBe(204);
    expect([(await alsoErika.get('/api/me')).status, (await erika.get('/api/me')).status]).toEqual([401, 200]);
  });

  it('is let in no more when the operator trusts another provider', async () => {
    const browser = newBrowser();
    await signIn(browser, as('staff'));
    const changed = await Service.start({
      ...settings,
      DATABASE_URL: scenario.database.url,
      OIDC_ISSUER: 'https://login.example.com',
    });
    try {
      const there = newBrowser(changed);
      there.cookies.set('keylink', browser.cookies.get('keylink')!);
      expect((await there.get('/api/me')).status).toBe(401);
    } finally {
      await changed.stop();
    }
    expect((await browser.get('/api/me')).status).toBe(200);
  });
});

describe('where there is no provider to be asked', () => {
  it('everything else works, and whoever wants to sign in is told', async () => {
    const nobody = await StandInProvider.start();
    const { issuer } = nobody;
    await nobody.stop();
    const service = await Service.start({ ...settings, DATABASE_URL: scenario.database.url, OIDC_ISSUER: issuer });
    try {
      expect((await service.client().get('/health/ready')).status).toBe(200);
      expect((await newBrowser(service).get('/auth/login')).headers.location).toBe(problem('unreachable'));
    } finally {
      await service.stop();
    }
    expect(service.output).toContain('The identity provider can');
  });

  it('nobody waits for one that doesn’t answer for longer than some seconds, and the next who comes is led there', async () => {
    const silent = await StandInProvider.start();
    const service = await Service.start({
      ...settings,
      DATABASE_URL: scenario.database.url,
      OIDC_ISSUER: silent.issuer,
    });
    try {
      expect(silent.asked).toEqual([]);
      silent.isHanging = true;
      const start = performance.now();
      expect((await newBrowser(service).get('/auth/login')).headers.location).toBe(problem('unreachable'));
      expect(performance.now() - start).toBeLessThan(7000);
      silent.isHanging = false;
      const browser = newBrowser(service);
      const asked = await goThere(browser);
      silent.isHanging = true;
      const back = await browser.get(silent.comeBack({ ...as('staff'), asked }));
      expect(back.headers.location).toBe(problem('unreachable'));
    } finally {
      await service.stop();
      await silent.stop();
    }
  }, 30_000);

  it('what a provider says of itself is asked once for many', async () => {
    for (let index = 0; index < 3; index++) await goThere(newBrowser());
    expect(provider.asked.filter((path) => path.startsWith('/.well-known')).length).toBeLessThan(20);
    const before = provider.asked.length;
    await Promise.all(Array.from({ length: 5 }, () => goThere(newBrowser())));
    expect(provider.asked.length).toBe(before);
  });
});
