import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomCases } from '../support/cases';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey, OTHER_PRODUCT, PRODUCT } from '../support/license-keys';

/** Writes a letter into the field that is typed in, as the address is next replaced. */
const TYPE_MEANWHILE = `{
  const { replaceState } = history;
  history.replaceState = function (...change) {
    history.replaceState = replaceState;
    document.execCommand('insertText', false, 's');
    return replaceState.apply(this, change);
  };
}`;

describeConsole('the license keys in the console', (rig) => {
  it('say what to do first, are created, and found by the palette', async () => {
    const screen = await rig.open('/keys');
    await screen.get('heading', 'No license keys yet').waitFor();
    await screen.click('button', 'Create keys');
    const drawer = screen.get('dialog', 'Create license keys');
    await screen.get('combobox', 'Customer', drawer).fill('anna@example.com');
    await drawer.getByRole('combobox', { name: 'Product' }).fill(String(PRODUCT));
    await screen.click('button', 'Create key', drawer);
    const created = screen.get('dialog', 'Key created');
    await created.waitFor();
    const [{ key, id }] = (await rig.admin.get('/api/keys')).body;
    await created.getByText(key, { exact: true }).waitFor();
    await screen.click('button', 'Done', created);
    await screen.get('link', key).waitFor();
    await createLicenseKey(rig.admin, { uid: 'bruno@example.com' });

    await screen.page.keyboard.press('Control+k');
    const find = screen.get('combobox', /^Find a customer/);
    await find.fill(key.slice(0, 9));
    await screen.get('option', new RegExp(key.slice(-12))).waitFor();
    await screen.page.keyboard.press('Enter');
    await screen.heading('anna@example.com');
    expect(new URL(screen.page.url()).pathname).toBe(`/console/keys/${id}`);

    await screen.page.keyboard.press('Control+k');
    await find.fill('bru');
    await screen.get('option', /^bruno@example\.com/).waitFor();
    await screen.page.keyboard.press('Enter');
    await screen.heading('bruno@example.com');
    expect(new URL(screen.page.url()).pathname).toBe('/console/customers/bruno%40example.com');
    // Only a license key knows her.
    screen.expectTrouble(/^404 /);
  });

  it('are sold fifty at a time, and saved as the customer’s file with the product’s name', async () => {
    await rig.admin.post('/api/products', { pid: 4242, name: 'Tonspur, Studio' });
    await rig.admin.post('/api/customers', { uid: 'cus_nord', name: 'Studio Nord' });
    const screen = await rig.open('/customers/cus_nord');
    await screen.click('link', 'Create a key');
    const form = screen.get('dialog', 'Create license keys');
    expect(await screen.get('combobox', 'Customer', form).inputValue()).toBe('cus_nord');
    await form.getByRole('combobox', { name: 'Product' }).fill('tonspur, studio');
    await form.getByRole('spinbutton', { name: 'How many' }).fill('50');
    await screen.click('button', 'Create 50 keys', form);
    const created = screen.get('dialog', '50 keys created');
    const download = screen.page.waitForEvent('download');
    await screen.click('button', 'CSV for the customer', created);
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(51);
    expect(lines[0]).toBe('License key,Product,Expires');
    const keys = (await rig.admin.get('/api/keys?uid=cus_nord')).body as { key: string }[];
    expect(lines.slice(1).toSorted()).toEqual(keys.map(({ key }) => `${key},"Tonspur, Studio",never`).toSorted());
    await screen.click('button', 'Done', created);
    const marked = screen.page.locator('[role="row"][data-marked]');
    await marked.first().waitFor();
    expect(await screen.page.locator('[role="row"][aria-rowindex="2"]').getAttribute('data-marked')).not.toBeNull();
  });

  it('are created in an empty form, whatever opened it', async () => {
    const screen = await rig.open('/keys?create=1');
    const form = screen.get('dialog', 'Create license keys');
    await screen.get('combobox', 'Customer', form).fill('the first');
    await form.getByRole('combobox', { name: 'Product' }).fill(String(PRODUCT));
    await screen.click('button', 'Create key', form);
    await screen.get('dialog', 'Key created').waitFor();
    for (const typed of ['over what was created', 'after a form that was left']) {
      await screen.page.keyboard.press('Control+k');
      await screen.get('combobox', /^Find a customer/).fill('create license');
      await screen.page.keyboard.press('Enter');
      await form.waitFor();
      expect(await screen.get('combobox', 'Customer', form).inputValue()).toBe('');
      await screen.get('combobox', 'Customer', form).fill(typed);
      await screen.click('button', 'Cancel', form);
      await screen.gone(form);
    }
  });

  it('are found by a palette that comes back when it is called at once after it was closed', async () => {
    const screen = await rig.open('/keys');
    const { keyboard } = screen.page;
    const find = screen.get('dialog', 'Find anything');
    await screen.heading('License keys');
    await keyboard.press('Control+k');
    for (let time = 0; time < randomCases(40); time++) {
      await find.waitFor();
      await keyboard.press('Escape');
      await keyboard.press('Control+k');
      // Whatever the browser still had to say of its end has been said by then.
      await screen.page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    }
    await find.waitFor();
  });

  it('are narrowed by filters that stand in the address and outlast a reload', async () => {
    await createLicenseKey(rig.admin, { uid: 'of the other', pid: OTHER_PRODUCT });
    await createLicenseKey(rig.admin, { uid: 'of the other too', pid: OTHER_PRODUCT, disabled: true });
    await createLicenseKey(rig.admin, { uid: 'of this', disabled: true });
    const screen = await rig.open('/keys');
    await screen.row('of this').waitFor();
    await screen.click('button', 'Filters');
    const filters = screen.get('group', 'All filters');
    await filters.getByRole('textbox', { name: 'Product' }).fill(String(OTHER_PRODUCT));
    await screen.gone(screen.row('of this'));
    await filters.getByRole('combobox', { name: 'Disabled' }).selectOption('true');
    await screen.see('1 key');
    await screen.page.waitForURL(/disabled=true/);
    await screen.page.reload();
    await screen.row('of the other too').waitFor();
    await screen.see('1 key');
    await screen.click('button', 'Without Disabled');
    await screen.see('2 keys');
    await screen.click('button', 'Without Product');
    await screen.row('of this').waitFor();
    expect(new URL(screen.page.url()).search).toBe('');
  });

  it('are listed newest first by the customer’s name, and in another order that stands in the address', async () => {
    await rig.admin.post('/api/customers', { uid: 'zz-1', name: 'Anna Tanaka' });
    await rig.admin.post('/api/products', { pid: 77, name: 'Tonspur Studio' });
    await createLicenseKey(rig.admin, { uid: 'zz-1', pid: 77, expiresAt: Date.now() + 400 * 86_400_000 });
    await createLicenseKey(rig.admin, { uid: 'zz-2', pid: 77 });
    const screen = await rig.open('/keys?pid=77');
    const titles = () => screen.page.locator('[data-index] [role=gridcell]:nth-child(2)').allInnerTexts();
    await screen.row('Anna Tanaka').getByText('Tonspur Studio').waitFor();
    expect(await titles()).toEqual(['zz-2', 'Anna Tanaka']);
    await screen.get('combobox', 'Order').selectOption('Expires soonest');
    await screen.page.waitForURL(/order=expiresAt/);
    while ((await titles())[0] !== 'Anna Tanaka') await sleep(50);
    expect(await titles()).toEqual(['Anna Tanaka', 'zz-2']);
    await screen.click('link', 'Anna Tanaka');
    await screen.page.waitForURL(/keys\/\d+$/);
  });

  it('have a filter that keeps a space at its end, and what is typed while it takes effect', async () => {
    await createLicenseKey(rig.admin, { uid: 'Anna Sands' });
    const screen = await rig.open('/keys');
    const customer = screen.get('textbox', 'Customer, exactly');
    await customer.pressSequentially('Anna ');
    await screen.get('heading', 'No key matches').waitFor();
    await screen.page.evaluate(TYPE_MEANWHILE);
    // At once: what is typed meanwhile comes behind it, however slow the machine is.
    await screen.page.keyboard.insertText('Sand');
    await screen.row('Anna Sands').waitFor();
    expect(await customer.inputValue()).toBe('Anna Sands');
  });

  it('have filters that stay at their button when the window gets narrower', async () => {
    const screen = await rig.open('/keys');
    await screen.click('button', 'Filters');
    const filters = screen.page.locator('[popover]:popover-open');
    await filters.waitFor();
    await screen.page.setViewportSize({ width: 360, height: 740 });
    const isBeside = async (): Promise<boolean> => {
      const button = (await screen.get('button', 'Filters').boundingBox())!;
      const { x, y, width } = (await filters.boundingBox())!;
      return x >= 0 && x + width <= 360 && Math.abs(y - button.y - button.height) < 10;
    };
    while (!(await isBeside())) await sleep(50);
  });

  it('a screen that can’t be loaded says so, and comes once the service is back', async () => {
    const screen = await rig.open('/doctor');
    await screen.see('OK');
    screen.expectTrouble(/503|Unable to preload|couldn’t be loaded|Failed to/);
    await screen.page.route(/./, (route) => route.fulfill({ status: 503 }));
    await screen.get('navigation', 'Screens').getByRole('link', { name: 'License keys' }).click();
    await screen.see(/^This screen couldn’t be loaded/);
    const refused = screen.page.waitForResponse('**/console/keys');
    await screen.click('button', 'Try again');
    expect((await refused).status()).toBe(503);
    await screen.see(/^This screen couldn’t be loaded/);
    await screen.page.unroute(/./);
    await screen.click('button', 'Try again');
    await screen.heading('License keys');
  });

  it('that end soon are led to by the overview, without those that have ended', async () => {
    const days = (count: number) => Date.now() + count * 86_400_000;
    const { key } = await createLicenseKey(rig.admin, { uid: 'ends soon', expiresAt: days(3) });
    await rig.admin.post('/api/check', { id: key });
    await createLicenseKey(rig.admin, { uid: 'has ended', expiresAt: days(-3) });
    await createLicenseKey(rig.admin, { uid: 'ends later', expiresAt: days(60) });
    const screen = await rig.open('/');
    const within = screen.get('link', /in 30 days$/, screen.panel('Expiring keys'));
    expect(await within.innerText()).toMatch(/^1\s/);
    await within.click();
    await screen.row('ends soon').waitFor();
    await screen.see('1 key');
    await screen.click('button', 'Without Expires before');
    await screen.row('ends later').waitFor();
    expect(await screen.row('has ended').count()).toBe(0);
    await screen.click('button', 'Without Expires after');
    await screen.row('has ended').waitFor();
  });

  it('are exported as chosen, as a file that an import takes', async () => {
    const { key } = await createLicenseKey(rig.admin, { uid: 'exported' });
    const other = await createLicenseKey(rig.admin, { uid: 'left here' });
    const screen = await rig.open('/keys');
    await screen.get('checkbox', `Select ${key}`).check();
    const chosen = screen.get('region', 'Selected keys');
    await screen.click('button', 'Export', chosen);
    const { name, text } = await screen.download(() => screen.click('button', 'CSV, for spreadsheets'));
    expect(name).toMatch(/\.csv$/);
    expect(text).toContain(`${key},`);
    expect(text).not.toContain(other.key);
    const headers = { 'content-type': 'text/csv' };
    const { text: results } = await rig.admin.post('/api/keys/import?dryRun=true', text, { headers });
    expect(results).toContain('"unchanged"');
  });
});
