import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey, PRODUCT } from '../support/license-keys';

/** The latest end that the API takes: no date of a browser is as late. */
const LATEST = Number.MAX_SAFE_INTEGER;
const HOSTILE = `eve"><img src=x onerror=alert(1)><script>alert(2)</script>`;

describeConsole('one license key in the console', (rig) => {
  const check = (id: string, more: object = {}) => rig.admin.post('/api/check', { id, pid: PRODUCT, ...more });

  it('is changed where it stands, and what it was and becomes is shown before', async () => {
    const { id } = await createLicenseKey(rig.admin);
    const screen = await rig.open(`/keys/${id}`);
    const hasFocus = (name: string) => screen.page.waitForFunction(`document.activeElement?.ariaLabel === '${name}'`);
    await screen.click('button', 'Change Seats');
    await screen.page.getByRole('spinbutton', { name: 'Seats' }).fill('3');
    const change = screen.page.getByRole('status').filter({ hasText: '3 seats' });
    expect(await change.innerText()).toBe('not counted → 3 seats');
    await screen.click('button', 'Save');
    await hasFocus('Change Seats');
    expect((await rig.admin.get(`/api/keys/${id}`)).body.seats).toBe(3);
    await screen.click('button', 'Change Address');
    await screen.get('textbox', 'Address').fill('not an address');
    screen.expectTrouble(/^400 PUT/);
    await screen.click('button', 'Save');
    const alert = screen.page.getByRole('alert');
    await alert.getByText(/^Request /).waitFor();
    await screen.see(/^ip must be one IPv4 or IPv6 address/, alert);
    await screen.click('button', 'Cancel');
    await hasFocus('Change Address');
    await screen.click('button', 'Change Note');
    await screen.get('textbox', 'Note').press('Escape');
    await hasFocus('Change Note');
  });

  it('is given to another customer and product, number 0 included', async () => {
    const { id } = await createLicenseKey(rig.admin);
    const screen = await rig.open(`/keys/${id}`);
    await screen.click('button', 'Change Product');
    const editor = screen.page.locator('form').filter({ has: screen.get('button', 'Save') });
    await editor.getByRole('spinbutton', { name: 'Product' }).fill('0');
    await screen.see(`${PRODUCT} → 0`);
    await screen.click('button', 'Save');
    await screen.click('button', 'Change Customer');
    await screen.get('textbox', 'Customer').fill('cus_berta');
    await screen.click('button', 'Save');
    await screen.get('button', 'Change Customer').waitFor();
    expect((await rig.admin.get(`/api/keys/${id}`)).body).toMatchObject({ uuid: 'cus_berta', product: 0 });
  });

  it('is shown as it is now to who comes back to its window', async () => {
    const { id } = await createLicenseKey(rig.admin);
    const screen = await rig.open(`/keys/${id}`);
    await screen.get('button', 'Disable').waitFor();
    await rig.admin.put(`/api/keys/${id}`, { disabled: true });
    await screen.page.evaluate('void dispatchEvent(new Event("visibilitychange"))');
    await screen.get('button', 'Enable').waitFor();
  });

  it('goes on paper whole, and alone', async () => {
    const { id } = await createLicenseKey(rig.admin);
    const screen = await rig.open(`/keys/${id}`);
    await screen.get('navigation', 'Screens').waitFor();
    await screen.page.setViewportSize({ width: 794, height: 500 });
    await screen.page.emulateMedia({ media: 'print' });
    const cut = 'document.querySelector("main").scrollHeight - document.querySelector("main").clientHeight';
    expect(await screen.page.evaluate<number>(cut)).toBe(0);
    await screen.page.setViewportSize({ width: 1400, height: 900 });
    expect(await screen.get('navigation', 'Screens').count()).toBe(0);
  });

  it('is disabled, refused, and enabled again', async () => {
    const { id, key } = await createLicenseKey(rig.admin);
    const screen = await rig.open(`/keys/${id}`);
    await screen.click('button', 'Disable');
    await screen.get('textbox', 'Reason').fill('Paid back on 12 May');
    await screen.click('button', 'Disable key', screen.get('dialog', 'Disable this key?'));
    await screen.get('button', 'Enable').waitFor();
    await screen.see('“Paid back on 12 May”');
    expect((await check(key)).body.status).toBe('KEY DISABLED');
    await screen.click('button', 'Reload');
    await screen.row('KEY DISABLED').waitFor();
    await screen.see('1 check, 1 refused');
    await screen.click('button', 'Enable');
    await screen.click('button', 'Enable key', screen.get('dialog', 'Enable this key?'));
    await screen.get('button', 'Disable').waitFor();
    expect((await check(key)).body.status).toBe('AUTHORISED');
  });

  it('is replaced, and the former one refused and told apart in the list of checks', async () => {
    const { id, key } = await createLicenseKey(rig.admin);
    const screen = await rig.open(`/keys/${key}`);
    await screen.click('button', 'Replace…');
    await screen.click('button', 'Replace key');
    const dialog = screen.get('dialog', 'The key is replaced');
    await screen.click('button', 'Copy “The new key”', dialog);
    const { key: newKey } = (await rig.admin.get(`/api/keys/${id}`)).body as { key: string };
    await screen.see(newKey, dialog);
    expect(newKey).not.toBe(key);
    expect((await check(key)).body.status).toBe('NOT FOUND');
    await screen.click('button', 'Done');
    expect(new URL(screen.page.url()).pathname).toMatch(new RegExp(`/keys/${id}$`));
    await screen.click('button', 'Reload');
    await screen.row('KEY REPLACED').waitFor();
  });

  it('lists its devices, and gives back the seat of one', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { seats: 2 });
    for (const deviceName of ['of anna', 'of bruno']) await check(key, { device: deviceName, deviceName });
    const screen = await rig.open(`/keys/${id}`);
    const [anna, bruno] = ['of anna', 'of bruno'].map((name) => screen.get('group', name));
    await screen.see('Valid, both seats taken');
    await screen.click('button', 'Release', anna);
    await screen.click('button', 'Release', screen.get('dialog', 'Release of anna?'));
    await screen.gone(screen.get('button', 'Release', anna));
    await screen.get('button', 'Release', bruno).waitFor();
    await screen.see('1 of 2 seats taken');
    const { body } = await rig.admin.get(`/api/keys/${id}/devices`);
    const withSeats = body.filter(({ hasSeat }: { hasSeat: boolean }) => hasSeat);
    expect(withSeats.map(({ name }: { name: string }) => name)).toEqual(['of bruno']);
  });

  /** Opens a license key by the palette, which reads nothing of the page anew. */
  async function find(screen: ConsolePage, key: string, uid: string): Promise<void> {
    const { page, get } = screen;
    await page.keyboard.press('Control+k');
    await get('combobox', /^Find a customer/).fill(key);
    await get('option', new RegExp(key.slice(-12))).waitFor();
    await page.keyboard.press('Enter');
    await screen.heading(uid);
  }

  it('has nothing beside it that was typed about another, when "Back" leads to it', async () => {
    const before = await createLicenseKey(rig.admin, { uid: 'the one before' });
    const screen = await rig.open(`/keys/${before.id}`);
    await screen.heading('the one before');
    const { key } = await createLicenseKey(rig.admin, { uid: 'the one after' });
    await find(screen, key, 'the one after');
    await screen.click('button', 'Change Seats');
    await screen.page.getByRole('spinbutton', { name: 'Seats' }).fill('3');
    await screen.page.evaluate('history.back()');
    await screen.click('button', 'Discard', screen.page.getByRole('alertdialog'));
    await screen.heading('the one before');
    await screen.get('button', 'Change Seats').waitFor();
  });

  it('is offered no request code of another for an offline license', async () => {
    const uid = 'without a network';
    const [of, other] = [await createLicenseKey(rig.admin, { uid }), await createLicenseKey(rig.admin, { uid })];
    const code = `KLR1.${Buffer.from(JSON.stringify({ key: of.key, device: 'hers' })).toString('base64url')}`;
    const screen = await rig.open(`/offline-licenses?find=${encodeURIComponent(uid)}`);
    const sought = screen.get('textbox', /^License key, record ID/);
    await screen.get('link', other.key).waitFor();
    await sought.fill(code);
    await screen.click('button', 'Find');
    await screen.get('radio', 'A request code').and(screen.page.locator(':checked')).waitFor();
    await screen.page.goBack();
    await screen.click('link', other.key);
    await screen.get('radio', 'A device').and(screen.page.locator(':checked')).waitFor();
  });

  it('has its screen, and its list, when it ends later than any date', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { expiresAt: LATEST });
    const screen = await rig.open(`/keys/${id}`);
    await screen.see(String(LATEST), screen.panel('Details'));
    await screen.click('button', 'Change Expires');
    await screen.page.getByLabel('Expires').and(screen.page.locator('input')).fill('2060-01-01T00:00');
    await screen.see(`${LATEST} →`);
    await screen.visit('/keys?expiresAfter=9000000000000000');
    await screen.get('link', key).waitFor();
    await screen.see('Expires after 9000000000000000');
  });

  it('is deleted once its customer was typed', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { uid: 'to be forgotten' });
    const screen = await rig.open(`/keys/${id}`);
    await screen.click('button', 'More');
    await screen.click('button', 'Delete key…');
    const dialog = screen.get('dialog', 'Delete this key?');
    const remove = screen.get('button', 'Delete key and logs', dialog);
    expect(await remove.isDisabled()).toBe(true);
    await screen.fill('Type to be forgotten to continue', 'to be forgotten', dialog);
    await remove.click();
    await screen.heading('License keys');
    await screen.see(`The license key ${key} was deleted.`);
    expect((await rig.admin.get(`/api/keys/${id}`)).status).toBe(404);
  });

  it('shows scripts in what others wrote as text', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { uid: HOSTILE, seats: 1 });
    await check(key, { info: HOSTILE, device: 'hers', deviceName: HOSTILE });
    const { body: link } = await rig.admin.post('/api/links', {
      url: `https://example.com/?${HOSTILE}`,
      name: 'hostile',
    });
    expect(link.name).toBe('hostile');
    const screen = await rig.open(`/keys/${id}`);
    const isSafe = async () => expect(await screen.page.locator('img[src=x]').count()).toBe(0);
    await screen.get('link', HOSTILE, screen.panel('Details')).waitFor();
    await screen.row('AUTHORISED').filter({ hasText: HOSTILE }).waitFor();
    await screen.get('button', 'Release', screen.get('group', HOSTILE)).waitFor();
    await isSafe();
    await screen.goTo('License keys');
    await screen.row(HOSTILE).waitFor();
    await isSafe();
    await screen.goTo('Live checks');
    await screen.row(HOSTILE).waitFor();
    await isSafe();
    await screen.goTo('Links');
    await screen.click('link', 'hostile');
    await screen.heading('hostile');
    await screen.see(/onerror/);
    await isSafe();
    await screen.visit('/audit');
    await screen.row(key.slice(0, 8)).getByRole('link').first().click();
    await screen.see(HOSTILE, screen.page.getByRole('dialog'));
    await isSafe();
    await screen.page.keyboard.press('Escape');
    await screen.page.keyboard.press('Control+k');
    const find = screen.get('combobox', /^Find a customer/);
    await find.pressSequentially(HOSTILE);
    await screen.page.getByRole('option').filter({ hasText: HOSTILE }).first().waitFor();
    await isSafe();
    // And what nobody wrote but who types it.
    await find.fill('"><img src=x onerror=alert(1)>nobody');
    await screen.see('Nothing found: no word begins with that.');
    await isSafe();
  });
});
