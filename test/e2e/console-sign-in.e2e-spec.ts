import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from 'playwright-core';
import { createApiKey } from '../support/api-keys';
import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';
import { type OidcProvider, startOidcProvider } from '../support/npm-oidc-provider';
import { ADMIN_KEY } from '../support/service';

/** Whom the service no longer knows is shown out within this time. */
const SEEN_MS = 5000;

let provider: OidcProvider | undefined;
afterAll(() => provider?.stop());

async function askToSignOut({ page, click, get }: ConsolePage): Promise<void> {
  await click('button', /admin|erika|api key/i, page.getByRole('complementary'));
  await click('button', 'Sign out', get('group', 'You and the console'));
}

async function signOut(screen: ConsolePage): Promise<void> {
  await askToSignOut(screen);
  await screen.page.getByRole('heading', { name: 'Sign in to keylink' }).waitFor();
}

const isGreyed = async (control: Locator): Promise<boolean> => (await control.getAttribute('aria-disabled')) === 'true';

describeConsole(
  'signing in to the console',
  (rig) => {
    it('leads by a key to where one wanted to go, and a wrong one is refused in the API’s words', async () => {
      const { key } = await createLicenseKey(rig.admin, { uid: 'wanted' });
      const screen = await rig.window();
      screen.expectTrouble(/^401 POST \/api\/sessions$/);
      await screen.visit('/keys?uid=wanted');
      await screen.heading('Sign in to keylink');
      const alert = screen.page.getByRole('alert');
      // No session has ended.
      expect(await alert.count()).toBe(0);
      await screen.signIn('a-wrong-key');
      await alert.getByText(/^Request /).waitFor();
      await screen.see('Send a valid API key in the x-api-key header.', alert);
      await screen.signIn(ADMIN_KEY);
      await screen.heading('License keys');
      expect(new URL(screen.page.url()).search).toBe('?uid=wanted');
      await screen.get('link', key).waitFor();
      const cookies = await screen.context.cookies();
      expect(cookies).toMatchObject([{ name: 'keylink', httpOnly: true, sameSite: 'Strict' }]);
    });

    it('says why nothing is there yet while the service can’t tell who is signed in', async () => {
      const screen = await rig.window();
      await screen.hasSession(ADMIN_KEY);
      screen.expectTrouble(/^503 GET \/api\/sign-in$/);
      const body = JSON.stringify({ msg: 'The service is busy.' });
      await screen.page.route('**/api/sign-in', (route) =>
        route.fulfill({ status: 503, headers: { 'retry-after': '1' }, contentType: 'application/json', body }),
      );
      await screen.visit('/keys');
      await screen.see('The service is busy. Trying again…');
      await screen.page.unrouteAll();
      await screen.heading('License keys');
    });

    it('begins at / and ends by signing out, after which no page that was seen comes back', async () => {
      await createLicenseKey(rig.admin, { uid: 'a secret customer' });
      const screen = await rig.window();
      await screen.page.goto(rig.service.url);
      await screen.signIn(ADMIN_KEY);
      await screen.heading('Your first license check');
      await screen.goTo('License keys');
      await screen.see('a secret customer');
      await signOut(screen);
      for (let steps = 0; steps < 3; steps++) {
        await screen.page.goBack();
        await screen.heading('Sign in to keylink');
        expect(await screen.page.content()).not.toContain('a secret customer');
      }
      expect(await screen.context.cookies()).toEqual([]);
      await screen.page.reload();
      await screen.heading('Sign in to keylink');
    });

    it('goes on when signing out failed, and says so', async () => {
      const screen = await rig.open('/keys');
      await screen.heading('License keys');
      screen.expectTrouble(/ERR_FAILED/);
      await screen.page.route('**/api/sessions/current', (route) => route.abort(), { times: 1 });
      await askToSignOut(screen);
      await screen.see('The service can’t be reached.', screen.page.getByRole('alert'));
      await signOut(screen);
    });

    it('ends for who is on a screen when the session is ended elsewhere, and leads back there', async () => {
      const screen = await rig.open('/live?pass=false');
      screen.expectTrouble(/^net::ERR_INCOMPLETE_CHUNKED_ENCODING .*stream/);
      await screen.see('No matching checks so far');
      await screen.see('Live');
      const { body } = await rig.admin.get('/api/sessions');
      const ended = Date.now();
      for (const { id } of body) await rig.admin.delete(`/api/sessions/${id}`);
      await screen.heading('Sign in to keylink');
      // Nobody touched anything; the stream ended, and with it the right to see more.
      expect(Date.now() - ended).toBeLessThan(SEEN_MS);
      await screen.signIn(ADMIN_KEY);
      await screen.heading('Live checks');
      expect(new URL(screen.page.url()).search).toBe('?pass=false');
    });

    it('ends within 5 s where the API key is revoked', async () => {
      const { id, secret } = await createApiKey(rig.admin, ['keys:read', 'logs:read']);
      const screen = await rig.open('/keys', secret);
      await screen.heading('License keys');
      // What the screen still asks for.
      screen.expectTrouble(/^401 GET \/api\//);
      await rig.admin.delete(`/api/api-keys/${id}`);
      const revoked = Date.now();
      // Whatever screen is asked for next.
      while (!(await screen.get('heading', 'Sign in to keylink').isVisible())) {
        expect(Date.now() - revoked).toBeLessThan(SEEN_MS);
        await screen.page.reload();
        await screen.page.getByRole('heading', { level: 1 }).waitFor();
      }
    });

    it('lets a reader use no control that the API would refuse, and says what it needs', async () => {
      const { id } = await createLicenseKey(rig.admin);
      const { secret } = await createApiKey(rig.admin, ['keys:read', 'links:read']);
      const screen = await rig.open('/keys', secret);
      await screen.row(/user-/).first().waitFor();
      const titles = await screen.get('navigation', 'Screens').getByRole('link').allInnerTexts();
      expect(titles).not.toContain('API keys');
      expect(titles).not.toContain('Audit');
      expect(await isGreyed(screen.get('button', 'Create keys'))).toBe(true);
      await screen.visit(`/keys/${id}`);
      await screen.get('button', 'Disable').waitFor();
      for (const name of [/^Change /, 'Disable']) {
        for (const control of await screen.get('button', name).all())
          expect([name, await isGreyed(control)]).toEqual([name, true]);
      }
      await screen.get('button', 'Disable').focus();
      await screen.see('Your API key lacks the scope keys:write.', screen.page.getByRole('tooltip'));
    });

    it('by the identity provider gives its person the role of its group', async () => {
      const { id } = await createLicenseKey(rig.admin);
      const screen = await rig.window();
      await screen.visit(`/keys/${id}`);
      await screen.click('link', /^Continue with /);
      await screen.page.getByPlaceholder('Enter any login').fill('erika');
      await screen.page.getByPlaceholder('and password').fill('any');
      await screen.click('button', 'Sign-in');
      await screen.click('button', 'Continue');
      await screen.get('button', 'Disable').waitFor();
      await screen.see('erika@example.com', screen.page.getByRole('complementary'));
      expect(await isGreyed(screen.get('button', 'Disable'))).toBe(false);
      const titles = await screen.get('navigation', 'Screens').getByRole('link').allInnerTexts();
      expect(titles).toEqual(expect.arrayContaining(['License keys', 'Live checks']));
      for (const title of ['API keys', 'Audit', 'Doctor']) expect(titles).not.toContain(title);
      await screen.goTo('License keys');
      await screen.get('button', 'Create keys').focus();
      await screen.see('Only developers and admins may do this.', screen.page.getByRole('tooltip'));
      await signOut(screen);
    });

    it('says in plain words that the identity provider refused', async () => {
      const screen = await rig.window();
      await screen.visit('/');
      await screen.click('link', /^Continue with /);
      await screen.click('link', /Cancel/);
      await screen.see('The identity provider did not let you in, or you cancelled there.');
      await screen.signIn(ADMIN_KEY);
      await screen.heading('Your first license check');
    });
  },
  async () => {
    provider = await startOidcProvider();
    return provider.settings;
  },
);

describeConsole('below a path of another host', (rig) => {
  it('the page says that the console needs its own host, instead of staying blank', async () => {
    // A proxy that knows the service by /keylink/ alone.
    const proxy = createServer((request, response) => {
      const [, path] = /^\/keylink(\/.*)$/.exec(request.url!) ?? [];
      if (path === undefined) {
        response.writeHead(404).end();
        return;
      }
      get(rig.service.url + path, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const screen = await rig.window();
    await screen.page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/keylink/console`);
    await screen.page.getByText('needs a host of its own').waitFor({ state: 'visible', timeout: 15_000 });
    screen.expectTrouble(/./);
    proxy.close();
  });

  it('says nothing of it where the console loads', async () => {
    const screen = await rig.open('/');
    expect(await screen.page.getByText('needs a host of its own').count()).toBe(0);
  });
});

describeConsole('a window with trouble', (rig) => {
  it('fails its test', async () => {
    const screen = await rig.open('/doctor');
    await screen.heading('Doctor');
    const { page } = screen;
    await page.evaluate('void fetch("/api/keys/0/nothing")');
    await page.evaluate('void fetch("http://127.0.0.1:9/").catch(() => undefined)');
    await page.evaluate(
      'document.head.append(Object.assign(document.createElement("script"), { textContent: "alert(1)" }))',
    );
    await page.evaluate('void setTimeout(() => { throw new Error("a script failed"); })');
    let said = '';
    for (const pattern of [/404 GET/, /Content Security Policy/, /error: a script failed/]) {
      while (!pattern.test(said)) {
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 20))');
        said += screen.takeTroubles().join('\n');
      }
    }
    screen.expectTrouble(/./);
  });
});
