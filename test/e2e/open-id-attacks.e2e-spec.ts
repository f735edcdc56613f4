import { setTimeout as sleep } from 'node:timers/promises';
import { Browser } from '../support/browser';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario } from '../support/scenario';
import { CLIENT_ID, CLIENT_SECRET, type Granted, newKey, StandInProvider } from '../support/stand-in-provider';

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

describe('who comes back', () => {
  it('comes back once', async () => {
    const browser = newBrowser();
    const asked = await goThere(browser);
    const before = new Map(browser.cookies);
    const address = provider.comeBack({ ...as('staff'), asked });
    expect((await browser.get(address)).headers.location).toBe('/console');
    const thief = newBrowser();
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect((await thief.get(address)).headers.location).toBe(problem('expired'));
    // With a code that the provider would take.
    expect((await thief.get(provider.comeBack({ ...as('staff'), asked }))).headers.location).toBe(problem('expired'));
    await expectNobody(thief);
  });

  it('comes back once, of two at the same moment too', async () => {
    const browser = newBrowser();
    const asked = await goThere(browser);
    const cookies = new Map(browser.cookies);
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const one = newBrowser();
        for (const [name, value] of cookies) one.cookies.set(name, value);
        return (await one.get(provider.comeBack({ ...as('staff'), asked }))).headers.location;
      }),
    );
    expect(answers.toSorted()).toEqual(['/console', ...Array<string>(5).fill(problem('expired'))]);
  });

  it('is the browser that was sent there', async () => {
    const asked = await goThere(newBrowser());
    const victim = newBrowser();
    const address = provider.comeBack({ ...as('keylink-admins'), asked });
    expect((await victim.get(address)).headers.location).toBe(problem('expired'));
    // Nor does one who was sent there too take over what another began.
    await goThere(victim);
    expect((await victim.get(address)).headers.location).toBe(problem('failed'));
    await expectNobody(victim);
  });

  it('comes within ten minutes', async () => {
    const browser = newBrowser();
    const asked = await goThere(browser);
    await runSql(scenario.database, `UPDATE sign_ins SET expiresAt = ${Date.now() - 1}`);
    expect((await browser.get(provider.comeBack({ ...as('staff'), asked }))).headers.location).toBe(problem('expired'));
    await goThere(newBrowser());
    expect(await runSql(scenario.database, `SELECT id FROM sign_ins WHERE expiresAt < ${Date.now()}`)).toEqual([]);
  });

  it.each([
    ['another state', { state: 'x'.repeat(43) }],
    ['no code', { code: '' }],
    ['another issuer', { iss: 'https://evil.example' }],
  ])('brings along what belongs to it: not %s', async (_, parameters) => {
    const browser = newBrowser();
    const asked = await goThere(browser);
    const { headers } = await browser.get(provider.comeBack({ ...as('staff'), asked }, parameters));
    expect(headers.location).toBe(problem('failed'));
    await expectNobody(browser);
  });

  it('may have been refused there', async () => {
    const browser = newBrowser();
    const asked = await goThere(browser);
    const state = asked.searchParams.get('state')!;
    const { headers } = await browser.get(`/auth/callback?error=access_denied&state=${state}`);
    expect(headers.location).toBe(problem('refused'));
  });
});

describe('a token', () => {
  const now = Math.floor(Date.now() / 1000);

  it.each<[string, Omit<Granted, 'asked'>]>([
    ['for another client', { claims: { groups: ['staff'], aud: 'shop' } }],
    ['for others beside it, without saying whose it is', { claims: { groups: ['staff'], aud: [CLIENT_ID, 'shop'] } }],
    ['of another issuer', { claims: { groups: ['staff'], iss: 'https://evil.example' } }],
    ['of another sign-in', { claims: { groups: ['staff'], nonce: 'x'.repeat(43) } }],
    ['without a nonce', { claims: { groups: ['staff'], nonce: undefined } }],
    ['that has expired', { claims: { groups: ['staff'], iat: now - 700, exp: now - 400 } }],
    ['without a person', { claims: { groups: ['staff'], sub: undefined } }],
    ['that nobody signed', { ...as('staff'), alg: 'none' }],
    ['signed with the secret that both know', { ...as('staff'), alg: 'HS256' }],
    ['signed with a key that the provider doesn’t have', { ...as('staff'), key: newKey() }],
  ])('is not believed %s', async (_, granted) => {
    const browser = newBrowser();
    expect(await signIn(browser, granted)).toBe(problem('failed'));
    await expectNobody(browser);
  });

  it('is not believed when somebody else’s key goes by the name of the provider’s', async () => {
    const browser = newBrowser();
    expect(await signIn(browser, { ...as('staff'), key: newKey(provider.keys[0].kid) })).toBe(problem('failed'));
    await expectNobody(browser);
  });

  it('is believed of a new key at once, and of the old one no more', async () => {
    expect(await signIn(newBrowser(), as('staff'))).toBe('/console');
    const [old] = provider.keys;
    provider.keys = [newKey()];
    expect(await signIn(newBrowser(), as('staff'))).toBe('/console');
    expect(await signIn(newBrowser(), { ...as('staff'), key: old })).toBe(problem('failed'));
  });
});

it('takes so many from one address and no more', async () => {
  const browser = newBrowser();
  const places = [];
  for (let index = 0; index < 62; index++) places.push((await browser.get('/auth/login')).headers.location!);
  expect(places.filter((place) => place === problem('busy')).length).toBe(2);
  expect((await newBrowser().get('/auth/login')).headers.location).toContain('/authorize?');
});

it('writes no code, token or state into the log', async () => {
  const browser = newBrowser();
  const asked = await goThere(browser);
  const address = provider.comeBack({ ...as('staff'), asked, key: newKey() });
  await browser.get(address);
  const { searchParams } = new URL(address, provider.issuer);
  while (!scenario.service.output.includes('A sign-in failed')) await sleep(5);
  for (const name of ['code', 'state']) expect(scenario.service.output).not.toContain(searchParams.get(name));
  expect(scenario.service.output).not.toMatch(/eyJ|kls_/);
});
