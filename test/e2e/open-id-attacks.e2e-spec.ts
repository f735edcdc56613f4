import { setTimeout as sleep } from 'node:timers/promises';
import { as, expectSignedOut, OpenIdRig, problem } from '../support/open-id-rig';
import { runSql } from '../support/run-sql';
import { CLIENT_ID, type Granted, newKey } from '../support/stand-in-provider';

let rig: OpenIdRig;
beforeAll(async () => {
  rig = await OpenIdRig.start();
});
afterAll(() => rig.stop());

describe('who comes back', () => {
  it('comes back once', async () => {
    const browser = rig.newBrowser();
    const asked = await rig.goThere(browser);
    const before = new Map(browser.cookies);
    const address = rig.provider.comeBack({ ...as('staff'), asked });
    expect((await browser.get(address)).headers.location).toBe('/console');
    const thief = rig.newBrowser();
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect((await thief.get(address)).headers.location).toBe(problem('expired'));
    // With a code that the provider would take.
    expect((await thief.get(rig.provider.comeBack({ ...as('staff'), asked }))).headers.location).toBe(
      problem('expired'),
    );
    await expectSignedOut(thief);
  });

  it('comes back once, of two at the same moment too', async () => {
    const browser = rig.newBrowser();
    const asked = await rig.goThere(browser);
    const cookies = new Map(browser.cookies);
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const one = rig.newBrowser();
        for (const [name, value] of cookies) one.cookies.set(name, value);
        return (await one.get(rig.provider.comeBack({ ...as('staff'), asked }))).headers.location;
      }),
    );
    expect(answers.toSorted()).toEqual(['/console', ...Array<string>(5).fill(problem('expired'))]);
  });

  it('is the browser that was sent there', async () => {
    const asked = await rig.goThere(rig.newBrowser());
    const victim = rig.newBrowser();
    const address = rig.provider.comeBack({ ...as('keylink-admins'), asked });
    expect((await victim.get(address)).headers.location).toBe(problem('expired'));
    // Nor does one who was sent there too take over what another began.
    await rig.goThere(victim);
    expect((await victim.get(address)).headers.location).toBe(problem('failed'));
    await expectSignedOut(victim);
  });

  it('comes within ten minutes', async () => {
    const browser = rig.newBrowser();
    const asked = await rig.goThere(browser);
    await runSql(rig.scenario.database, `UPDATE sign_ins SET expiresAt = ${Date.now() - 1}`);
    expect((await browser.get(rig.provider.comeBack({ ...as('staff'), asked }))).headers.location).toBe(
      problem('expired'),
    );
    await rig.goThere(rig.newBrowser());
    expect(await runSql(rig.scenario.database, `SELECT id FROM sign_ins WHERE expiresAt < ${Date.now()}`)).toEqual([]);
  });

  it.each([
    ['another state', { state: 'x'.repeat(43) }],
    ['no code', { code: '' }],
    ['another issuer', { iss: 'https://evil.example' }],
  ])('brings along what belongs to it: not %s', async (_, parameters) => {
    const browser = rig.newBrowser();
    const asked = await rig.goThere(browser);
    const { headers } = await browser.get(rig.provider.comeBack({ ...as('staff'), asked }, parameters));
    expect(headers.location).toBe(problem('failed'));
    await expectSignedOut(browser);
  });

  it('may have been refused there', async () => {
    const browser = rig.newBrowser();
    const asked = await rig.goThere(browser);
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
    const browser = rig.newBrowser();
    expect(await rig.signIn(browser, granted)).toBe(problem('failed'));
    await expectSignedOut(browser);
  });

  it('is not believed when somebody else’s key goes by the name of the provider’s', async () => {
    const browser = rig.newBrowser();
    expect(await rig.signIn(browser, { ...as('staff'), key: newKey(rig.provider.keys[0].kid) })).toBe(
      problem('failed'),
    );
    await expectSignedOut(browser);
  });

  it('is believed of a new key at once, and of the old one no more', async () => {
    expect(await rig.signIn(rig.newBrowser(), as('staff'))).toBe('/console');
    const [old] = rig.provider.keys;
    rig.provider.keys = [newKey()];
    expect(await rig.signIn(rig.newBrowser(), as('staff'))).toBe('/console');
    expect(await rig.signIn(rig.newBrowser(), { ...as('staff'), key: old })).toBe(problem('failed'));
  });
});

it('takes so many from one address and no more', async () => {
  const browser = rig.newBrowser();
  const places = [];
  for (let index = 0; index < 62; index++) places.push((await browser.get('/auth/login')).headers.location!);
  expect(places.filter((place) => place === problem('busy')).length).toBe(2);
  expect((await rig.newBrowser().get('/auth/login')).headers.location).toContain('/authorize?');
});

describe('a foreign page', () => {
  const IMAGE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  const FRAME = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
  const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const OWN_LINK = { ...LINK, 'sec-fetch-site': 'same-origin' };

  it('can’t use up what an office may begin: what it loads is refused, and what it leads there sees the page first', async () => {
    const browser = rig.newBrowser();
    const rowsOf = async () => await runSql(rig.scenario.database, 'SELECT id FROM sign_ins ORDER BY id');
    const rows = await rowsOf();
    for (const path of ['/auth/login', '/auth/callback?code=x&state=y']) {
      for (const headers of [IMAGE, FRAME]) {
        for (let index = 0; index < 20; index++) expect((await browser.get(path, { headers })).status).toBe(403);
      }
    }
    for (const site of ['cross-site', 'same-site']) {
      for (let index = 0; index < 40; index++) {
        const { status, headers } = await browser.get('/auth/login', { headers: { ...LINK, 'sec-fetch-site': site } });
        expect([status, headers.location]).toEqual([302, '/console/sign-in']);
      }
    }
    for (let index = 0; index < 70; index++) {
      const { headers } = await browser.get('/auth/callback?code=x&state=y', { headers: LINK });
      expect(headers.location).toBe(problem('expired'));
    }
    expect(await rowsOf()).toEqual(rows);
    const { headers } = await browser.get('/auth/login', { headers: OWN_LINK });
    expect(headers.location).toContain('/authorize?');
  });

  it('doesn’t keep anybody from coming back who went before', async () => {
    const browser = rig.newBrowser();
    const asked = await rig.goThere(browser);
    const stranger = rig.newBrowser();
    stranger.headers = browser.headers;
    const locations = [];
    for (let index = 0; index < 61; index++) {
      stranger.cookies.set('keylink-sign-in', String(index).padStart(43, '0'));
      locations.push((await stranger.get('/auth/callback?code=x&state=y')).headers.location);
    }
    expect(locations.at(-1)).toBe(problem('busy'));
    const back = await browser.get(rig.provider.comeBack({ ...as('staff'), asked }), { headers: LINK });
    expect(back.headers.location).toBe('/console');
  });
});

it('writes no code, token or state into the log', async () => {
  const browser = rig.newBrowser();
  const asked = await rig.goThere(browser);
  const address = rig.provider.comeBack({ ...as('staff'), asked, key: newKey() });
  await browser.get(address);
  const { searchParams } = new URL(address, rig.provider.issuer);
  while (!rig.scenario.service.output.includes('A sign-in failed')) await sleep(5);
  for (const name of ['code', 'state']) expect(rig.scenario.service.output).not.toContain(searchParams.get(name));
  expect(rig.scenario.service.output).not.toMatch(/eyJ|kls_/);
});
