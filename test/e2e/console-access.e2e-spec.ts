import { violations } from '../support/axe';
import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { ADMIN_KEY } from '../support/service';

const NARROW = { width: 360, height: 740 };

/** Has the door offer an identity provider too. */
function offerProvider({ page }: ConsolePage): Promise<unknown> {
  return page.route('**/api/sign-in', async (route) => {
    const ways = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...ways, openId: { name: 'login.example.com' } } });
  });
}

describeConsole('the console, for everybody', (rig) => {
  it.each(['light', 'dark'] as const)('has a door that axe-core has nothing against, in %s', async (colorScheme) => {
    const stranger = await rig.window({ colorScheme });
    await offerProvider(stranger);
    await stranger.visit('/');
    await stranger.get('link', 'Continue with login.example.com').waitFor();
    expect(await violations(stranger)).toEqual([]);
  });

  it.each([
    ['/doctor', '**/api/doctor', 'Examining'],
    ['/sessions', '**/api/sessions*', 'Loading'],
    ['/signing', '**/api/signing', 'Loading'],
  ])('says at %s that it waits, and axe-core has nothing against how', async (path, asked, what) => {
    const page = await rig.open('/');
    // Answered by nobody.
    await page.page.route(asked, () => undefined);
    await page.visit(path);
    await page.get('status', what).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('has a navigation that opens at 360 pixels', async () => {
    const page = await rig.open('/', ADMIN_KEY, { viewport: NARROW });
    await page.click('button', 'Open the navigation');
    await page.click('link', 'License keys', page.page.getByRole('dialog'));
    await page.heading('License keys');
  });

  it('leads nobody away who has gone on while the overview still asked whether to show the first steps', async () => {
    const screen = await rig.window();
    await screen.hasSession(ADMIN_KEY);
    const hold = async (what: string) => {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await screen.page.route(what, (route) => held.then(() => route.continue()));
      return release;
    };
    const answerLogs = await hold('**/api/logs?limit=1');
    await screen.visit('/');
    await screen.heading('Overview');
    const giveCode = await hold('**/assets/*.js');
    await screen.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'License keys' }).click();
    const answered = screen.page.waitForResponse('**/api/logs?limit=1');
    answerLogs();
    await (await answered).finished();
    await screen.page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    giveCode();
    await screen.heading('License keys');
  });

  it('has the button that ends a session in sight at 360 pixels, where its table is wider', async () => {
    const page = await rig.open('/sessions', ADMIN_KEY, { viewport: NARROW });
    const button = page.get('button', 'Sign out here');
    await button.waitFor();
    const { x, width } = (await button.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(NARROW.width);
  });

  it('is used by the keyboard alone: sign in, create a key, disable it, sign out', async () => {
    const screen = await rig.window();
    const { keyboard } = screen.page;
    await screen.visit('/');
    await screen.heading('Sign in to keylink');
    await keyboard.type(ADMIN_KEY);
    await keyboard.press('Enter');
    await screen.heading('Your first license check');

    await tabTo(screen, 'License keys');
    await keyboard.press('Enter');
    await screen.heading('License keys');
    await tabTo(screen, 'Create keys');
    await keyboard.press('Enter');
    await screen.get('dialog', 'Create license keys').waitFor();
    await tabTo(screen, 'Customer');
    await keyboard.type('by keyboard');
    await tabTo(screen, 'Product');
    await keyboard.type('6');
    await keyboard.press('Enter');
    const created = screen.get('dialog', 'Key created');
    await created.waitFor();
    await tabTo(screen, 'Open it');
    await keyboard.press('Enter');
    await screen.see('by keyboard');

    await tabTo(screen, 'Disable');
    await keyboard.press('Enter');
    await screen.get('dialog', 'Disable this key?').waitFor();
    await tabTo(screen, 'Disable key');
    await keyboard.press('Enter');
    await screen.get('button', 'Enable').waitFor();
    expect((await rig.admin.get('/api/keys?uid=by%20keyboard')).body).toMatchObject([{ disabled: true }]);

    await tabTo(screen, 'bootstrap');
    await keyboard.press('Enter');
    await tabTo(screen, 'Sign out');
    await keyboard.press('Enter');
    await screen.heading('Sign in to keylink');
  });
});

/** More steps than any screen has. */
const MOST_TABS = 150;
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (!element.matches('a, button, input')) return '';
  const label = element.labels?.[0] ?? element;
  return (element.getAttribute('aria-label') ?? label.innerText ?? '').trim();
})()`;

/** Goes by the tabulator to what is called so, or begins so. */
async function tabTo({ page }: ConsolePage, name: string): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < MOST_TABS; step++) {
    const focused = await page.evaluate<string>(FOCUSED);
    if (focused === name || focused.split('\n').some((line) => line.replace(/ \*$/, '') === name)) return;
    passed.push(focused);
    await page.keyboard.press('Tab');
  }
  throw new Error(`The tabulator never came to ${name}, but to ${[...new Set(passed)].join(' | ')}`);
}
