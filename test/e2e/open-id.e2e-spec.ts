import { as, expectSignedOut, OpenIdRig, problem } from '../support/open-id-rig';
import { unique } from '../support/scenario';
import { CLIENT_ID, StandInProvider } from '../support/stand-in-provider';

let rig: OpenIdRig;
beforeAll(async () => {
  rig = await OpenIdRig.start();
});
afterAll(() => rig.stop());

describe('signing in with an identity provider', () => {
  it('asks for a code with PKCE, a state and a nonce, each time others', async () => {
    const browser = rig.newBrowser();
    const [first, second] = [await rig.goThere(browser), await rig.goThere(browser)];
    const parameters = Object.fromEntries(first.searchParams);
    expect(parameters).toEqual({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: `${rig.scenario.service.url}/auth/callback`,
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
    const browser = rig.newBrowser();
    const asked = await rig.goThere(browser, '?returnTo=/console/keys%3Fuid%3Dx');
    const { headers } = await browser.get(rig.provider.comeBack({ ...as('other', 'helpdesk'), asked }));
    expect(headers.location).toBe('/console/keys?uid=x');
    expect(headers['set-cookie']).toEqual([
      'keylink-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      expect.stringMatching(/^keylink=kls_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ]);
    const { body } = await browser.get('/api/me');
    const scopes = [
      'keys:read',
      'customers:read',
      'products:read',
      'plans:read',
      'logs:read',
      'links:read',
      'signing:read',
      'events:read',
      'mail:read',
      'sales:read',
      'check',
      'keys:support',
    ];
    expect(body).toMatchObject({ name: 'erika', role: 'support', scopes, via: 'session', apiKeyId: null });
    expect((await browser.get('/api/sign-in')).body).toEqual({
      apiKey: true,
      openId: { name: new URL(rig.provider.issuer).host },
      isSignedIn: true,
    });
  });

  it.each([
    ['viewer', as('staff')],
    ['admin', as('staff', 'keylink-admins', 'helpdesk')],
    ['developer', { claims: { groups: 'devs' } }],
    ['developer', { claims: { roles: ['devs'] } }],
  ])('makes someone %s', async (role, granted) => {
    const browser = rig.newBrowser();
    expect(await rig.signIn(browser, granted)).toBe('/console');
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
    const browser = rig.newBrowser();
    const asked = await rig.goThere(browser, '?groups=staff');
    const { headers } = await browser.get(rig.provider.comeBack({ ...granted, asked }, { groups: 'keylink-admins' }));
    expect(headers.location).toBe(problem('no-role'));
    await expectSignedOut(browser);
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
    expect(await rig.signIn(rig.newBrowser(), as('staff'), `?returnTo=${encodeURIComponent(wanted)}`)).toBe('/console');
  });

  it('leads back to it for a list of wishes too', async () => {
    expect(await rig.signIn(rig.newBrowser(), as('staff'), '?returnTo=/console/a&returnTo=//evil.example')).toBe(
      '/console',
    );
  });
});

describe('a person', () => {
  it('is named by the audit, and by what they make', async () => {
    const browser = rig.newBrowser();
    const claims = { groups: ['keylink-admins'], sub: unique('sub'), email: 'erika@example.com', email_verified: true };
    await rig.signIn(browser, { claims });
    const link = await browser.post('/api/links', { url: 'https://example.com/' });
    expect(link.body).toMatchObject({ creator: 'erika@example.com', creatorID: '0' });
    const { body } = await browser.get(`/api/audit?targetType=link&targetId=${link.body.id}`);
    expect(body).toEqual([expect.objectContaining({ apiKeyId: null, apiKeyName: 'erika@example.com' })]);
    const { body: me } = await browser.get('/api/me');
    const { body: opened } = await browser.get(`/api/audit?targetType=session&targetId=${me.sessionId}`);
    expect(opened).toEqual([expect.objectContaining({ action: 'create', apiKeyName: 'erika@example.com' })]);
  });

  it('is not called by an address that the provider has not verified, nor by what would show as another name', async () => {
    const browser = rig.newBrowser();
    const claims = {
      groups: ['keylink-admins'],
      email: 'boss@example.com',
      email_verified: 'false',
      preferred_username: 'eve\u202e\u200b',
    };
    await rig.signIn(browser, { claims });
    const { body: me } = await browser.get('/api/me');
    const { body } = await browser.get(`/api/audit?targetType=session&targetId=${me.sessionId}`);
    expect([me.name, body[0].apiKeyName, body[0].after.name]).toEqual(['eve', 'eve', 'eve']);
  });

  it('has Idempotency-Keys of their own, in each of their sessions, and no other’s sessions', async () => {
    const [erika, alsoErika, max] = [rig.newBrowser(), rig.newBrowser(), rig.newBrowser()];
    const [one, other] = [unique('sub'), unique('sub')];
    for (const [browser, sub] of [
      [erika, one],
      [alsoErika, one],
      [max, other],
    ] as const) {
      await rig.signIn(browser, { claims: { groups: ['devs'], sub } });
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

  it('is another than one whose subject has spaces behind it', async () => {
    const [erika, other] = [rig.newBrowser(), rig.newBrowser()];
    const sub = unique('sub');
    await rig.signIn(erika, { claims: { groups: ['staff'], sub } });
    await rig.signIn(other, { claims: { groups: ['staff'], sub: `${sub} ` } });
    for (const browser of [erika, other]) {
      const { body } = await browser.get('/api/sessions');
      expect(body.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true]);
    }
  });

  it('is let in no more when the operator trusts another provider', async () => {
    const browser = rig.newBrowser();
    await rig.signIn(browser, as('staff'));
    const changed = await rig.startTrusting('https://login.example.com');
    try {
      const there = rig.newBrowser(changed);
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
    const service = await rig.startTrusting(issuer);
    try {
      expect((await service.client().get('/health/ready')).status).toBe(200);
      expect((await rig.newBrowser(service).get('/auth/login')).headers.location).toBe(problem('unreachable'));
    } finally {
      await service.stop();
    }
    expect(service.output).toContain('The identity provider can');
  });

  it('nobody waits for one that doesn’t answer for longer than some seconds, and the next who comes is led there', async () => {
    const silent = await StandInProvider.start();
    const service = await rig.startTrusting(silent.issuer);
    try {
      expect(silent.asked).toEqual([]);
      silent.isHanging = true;
      const start = performance.now();
      expect((await rig.newBrowser(service).get('/auth/login')).headers.location).toBe(problem('unreachable'));
      expect(performance.now() - start).toBeLessThan(7000);
      silent.isHanging = false;
      const browser = rig.newBrowser(service);
      const asked = await rig.goThere(browser);
      silent.isHanging = true;
      const back = await browser.get(silent.comeBack({ ...as('staff'), asked }));
      expect(back.headers.location).toBe(problem('unreachable'));
    } finally {
      await service.stop();
      await silent.stop();
    }
  }, 30_000);

  it('what a provider says of itself is asked once for many', async () => {
    for (let index = 0; index < 3; index++) await rig.goThere(rig.newBrowser());
    expect(rig.provider.asked.filter((path) => path.startsWith('/.well-known')).length).toBeLessThan(20);
    const before = rig.provider.asked.length;
    await Promise.all(Array.from({ length: 5 }, () => rig.goThere(rig.newBrowser())));
    expect(rig.provider.asked.length).toBe(before);
  });
});
