import { createApiKey } from '../support/api-keys';
import { violations } from '../support/axe';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';
import { ADMIN_KEY } from '../support/service';

describeConsole('the palette', (rig) => {
  const FIND = 'Find a customer, key, device, order, product, plan, link or action by any word';
  const check = (id: string, pid: number, device: string, deviceName: string) =>
    rig.admin.post('/api/check', { id, pid, device, deviceName });

  /** Anna, whose seats are taken, Kim and a studio, whose laptop is called after Anna. */
  async function seed() {
    await rig.admin.post('/api/products', { pid: 601, name: 'Tonspur Studio' });
    const email = 'anna.tanaka@klangwerk.example';
    await rig.admin.post('/api/customers', { uid: 'shop-1', name: 'Anna Tänaka', email });
    await rig.admin.post('/api/customers', { uid: 'shop-2', name: 'Studio Nord' });
    const note = 'Please send the invoice to Tanaka, Klangwerk';
    const metadata = { order: '10482' };
    const anna = await createLicenseKey(rig.admin, { uid: 'shop-1', pid: 601, seats: 2, note, metadata });
    const nord = await createLicenseKey(rig.admin, { uid: 'shop-2', pid: 601, seats: 5 });
    for (const name of ['Desk', 'Old Mac', 'New laptop']) await check(anna.key, 601, name, name);
    await check(nord.key, 601, 'x', 'Tanaka MacBook Air');
    await rig.admin.post('/api/links', { name: 'tanaka-workshop', url: 'https://example.com/', title: 'A workshop' });
    return { anna, nord };
  }

  it('answers why a customer is refused without a click, and releases a device by keyboard alone', async () => {
    const { anna, nord } = await seed();
    const screen = await rig.open('/');
    const { keyboard } = screen.page;
    await screen.heading('Overview');
    await keyboard.press('Control+k');
    await screen.get('combobox', FIND).waitFor();
    await keyboard.type('TANAKA');
    const group = (name: string) => screen.get('group', name);
    await screen.get('option', /^Anna Tänaka .*Seats full$/, group('Customers')).waitFor();
    const pane = screen.get('complementary', 'Preview');
    await screen.see(/^New laptop was refused at \d\d:\d\d\.$/, pane);
    await screen.see(/both seats are taken, by (Desk and Old Mac|Old Mac and Desk)\./, pane);
    await screen.see(/^5 found in \d+ ms$/);
    expect(await group('License keys').getByRole('option').allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`^…${anna.key.slice(-12)}\\s+Tonspur Studio · Anna Tänaka\\s+Seats full$`)),
    ]);
    expect(await group('Devices').getByRole('option').innerText()).toMatch(
      new RegExp(`^Tanaka MacBook Air\\s+on Studio Nord’s key …${nord.key.slice(-12)}\\s+just now$`),
    );
    expect(await group('Orders and notes').getByRole('option').innerText()).toMatch(/^Order 10482\s+“.*to Tanaka, Kl/);
    expect(await group('Links').getByRole('option').innerText()).toMatch(/^\/tanaka-workshop\s+A workshop · 0 visits$/);
    const marks = await group('Customers').locator('mark').allInnerTexts();
    expect(marks).toEqual(['Tänaka', 'tanaka']);
    expect(await group('Actions').getByRole('option').allInnerTexts()).toEqual([
      'Create a key for Anna Tänaka',
      'Watch live checks of Anna Tänaka',
    ]);
    expect(await violations(screen)).toEqual([]);

    await keyboard.press('Tab');
    await keyboard.press('Tab');
    expect(await screen.page.evaluate('document.activeElement.innerText')).toMatch(/^Release (Desk|Old Mac)…$/);
    await keyboard.press('Enter');
    const question = screen.get('dialog', /^Release (Desk|Old Mac)\?$/);
    await screen.click('button', 'Release', question);
    await screen.gone(question);
    expect((await check(anna.key, 601, 'New laptop', 'New laptop')).body.status).toBe('AUTHORISED');
  });

  it('finds products, plans and releases, and tells of them', async () => {
    const pid = 603;
    await rig.admin.post('/api/products', { pid, name: 'Glasharfe', description: 'A sampler' });
    await rig.admin.post(`/api/products/${pid}/plans`, { code: 'harfe-jahr', name: 'Jahresplan', duration: 'P1Y', updates: 'P2Y' }); // oxfmt-ignore
    await rig.admin.post(`/api/products/${pid}/releases`, { version: '77.4.1', channel: 'beta', url: 'https://example.com/77.zip' }); // oxfmt-ignore
    const screen = await rig.open('/');
    await screen.heading('Overview');
    await screen.page.keyboard.press('Control+k');
    const box = screen.get('combobox', FIND);
    await box.fill('glash');
    const group = (name: string) => screen.get('group', name);
    const optionsOf = (name: string) => group(name).getByRole('option').allInnerTexts();
    await group('Plans').waitFor();
    expect([await optionsOf('Products'), await optionsOf('Plans')]).toEqual([
      [expect.stringMatching(/^Glasharfe\s+A sampler$/)],
      [expect.stringMatching(/^Jahresplan\s+harfe-jahr · Glasharfe$/)],
    ]);
    expect(await group('Releases').count()).toBe(0);
    await box.fill('jahres');
    await group('Products').waitFor({ state: 'detached' });
    const pane = screen.get('complementary', 'Preview');
    await screen.get('button', 'Change plan…', pane).waitFor();
    for (const text of ['1 year', '2 years']) await screen.see(text, pane);
    await box.fill('77.4');
    await group('Releases').waitFor();
    expect(await optionsOf('Releases')).toEqual([expect.stringMatching(/^77\.4\.1\s+beta · Glasharfe\s+just now$/)]);
    await screen.get('button', 'Copy address of the file', pane).waitFor();
    expect(await violations(screen)).toEqual([]);
    await screen.page.keyboard.press('Enter');
    await screen.heading('Glasharfe');
  });

  it('goes on with what was typed before it was loaded', async () => {
    const screen = await rig.window();
    await screen.hasSession(ADMIN_KEY);
    let load = () => {};
    const mayLoad = new Promise<void>((resolve) => (load = resolve));
    await screen.page.route(/\/palette-[^/]*\.js$/, async (route) => {
      await mayLoad;
      await route.continue();
    });
    await screen.visit('/');
    await screen.heading('Overview');
    const { keyboard } = screen.page;
    await keyboard.press('Control+k');
    await keyboard.type('create a l');
    await keyboard.press('Escape');
    await screen.gone(screen.get('textbox', 'Find anything'));
    await keyboard.press('Control+k');
    await keyboard.type('create a l');
    expect(await violations(screen)).toEqual([]);
    load();
    await screen.get('combobox', FIND).waitFor();
    await keyboard.type('ink');
    expect(await screen.get('combobox', FIND).inputValue()).toBe('create a link');
    await screen.get('option', /^Create a link/).waitFor();
    await keyboard.press('Enter');
    await screen.get('dialog', 'New link').waitFor();
  });

  it('finds a key by its last characters, and begins a new one for the customer', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { uid: 'nobody@example.com', pid: 602 });
    const screen = await rig.open('/');
    const { keyboard } = screen.page;
    await screen.heading('Overview');
    await keyboard.press('Control+k');
    await screen.get('combobox', FIND).waitFor();
    await keyboard.type(key.slice(-8));
    // Enter waits for what belongs to the text.
    await keyboard.press('Enter');
    await screen.heading('nobody@example.com');
    expect(new URL(screen.page.url()).pathname).toBe(`/console/keys/${id}`);
    await keyboard.press('Control+k');
    await screen.get('combobox', FIND).waitFor();
    await keyboard.type('nobody');
    await screen.click('option', 'Create a key for nobody@example.com');
    const form = screen.get('dialog', 'Create license keys');
    expect(await screen.get('combobox', 'Customer', form).inputValue()).toBe('nobody@example.com');
    await screen.click('button', 'Cancel', form);
    await screen.gone(form);
  });

  it('greys what a person may not do, and says who may', async () => {
    const { secret } = await createApiKey(rig.admin, ['keys:read', 'customers:read']);
    const screen = await rig.window();
    await screen.hasSession(secret);
    await screen.visit('/keys');
    await screen.heading('License keys');
    await screen.page.keyboard.press('Control+k');
    await screen.get('combobox', FIND).fill('create a link');
    const option = screen.get('option', /^Create a link/);
    expect(await option.innerText()).toContain('Your API key lacks the scope links:write.');
    await screen.page.keyboard.press('Enter');
    expect(await option.getAttribute('aria-disabled')).toBe('true');
    expect(new URL(screen.page.url()).pathname).toBe('/console/keys');
  });

  it('fills a phone with the list alone, and leads on by a tap', async () => {
    const screen = await rig.open('/keys');
    await screen.page.setViewportSize({ width: 360, height: 740 });
    await screen.heading('License keys');
    await screen.click('button', 'Find anything');
    await screen.get('combobox', FIND).fill('shop-2');
    const dialog = screen.get('dialog', 'Find anything');
    await screen.get('option', /^Studio Nord/).waitFor();
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    expect(await screen.get('complementary', 'Preview').count()).toBe(0);
    await screen.click('option', /^Studio Nord/);
    await screen.heading('Studio Nord');
  });
});
