import { createApiKey } from '../support/api-keys';
import { violations } from '../support/axe';
import { type ConsoleRig, describeConsole } from '../support/console-rig';
import { createLicenseKey, OTHER_PRODUCT } from '../support/license-keys';

function testExplanations(rig: ConsoleRig): void {
  const check = (id: string, body: object = {}) => rig.admin.post('/api/check', { id, ...body });
  const checkBy = (id: string, deviceName: string) => check(id, { device: deviceName, deviceName });
  const newestLog = async (key: number): Promise<number> =>
    (await rig.admin.get(`/api/logs?key=${key}&limit=1`)).body[0].id;

  it('gives a new laptop its seat on the customer’s screen', async () => {
    const { key } = await createLicenseKey(rig.admin, { uid: 'anna', seats: 1 });
    await rig.admin.post('/api/customers', { uid: 'anna', name: 'Anna' });
    for (const device of ['Old Mac', 'Laptop']) await checkBy(key, device);
    const screen = await rig.open('/customers/anna');
    const step = screen.get('region', 'Next step');
    await screen.see(/refused Laptop at .*: its only seat is taken, by Old Mac\./, step);
    expect(await violations(screen)).toEqual([]);
    await screen.click('button', 'Release Old Mac', step);
    await screen.click('button', 'Release', screen.get('dialog', 'Release Old Mac?'));
    await screen.gone(step);
    expect((await checkBy(key, 'Laptop')).body.status).toBe('AUTHORISED');
  });

  it('leads by one click from the newest refusal to who disabled the key, why, and what it would be answered now', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { uid: 'bruno', seats: 2 });
    await checkBy(key, 'Desk');
    const shop = await createApiKey(rig.admin, ['keys:write']);
    await rig.service.client(shop.secret).put(`/api/keys/${id}`, { disabled: true, reason: 'dispute opened' });
    await checkBy(key, 'Desk');
    const screen = await rig.open('/');
    await screen.click('link', 'Explain KEY DISABLED of bruno');
    await screen.heading(/^Why was Desk refused at \d\d:\d\d\?$/);
    await screen.see(new RegExp(`^${shop.name} disabled the key at .*: “dispute opened”\\.$`));
    await screen.see('Nobody has changed that since.');
    await screen.see('disabled by', screen.panel('What was asked'));
    const navigation = screen.get('navigation', 'Screens');
    expect(await navigation.locator('[aria-current]').allInnerTexts()).toEqual(['License keys']);
    expect(await violations(screen)).toEqual([]);
    await screen.click('button', 'Enable the key', screen.get('region', 'Next step'));
    await screen.see('The key is enabled. Desk passes with its next check.');
    await screen.see('Desk has its seat and may run.');
    await screen.see('enabled, set by', screen.row('It is not disabled'));
    await screen.click('link', 'Previous check');
    await screen.heading(/^Why did Desk pass at/);
  });

  it('asks for another device and product, beginning with a check, as a real check is then answered; it writes nothing', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { seats: 1 });
    await checkBy(key, 'Desk');
    const log = await newestLog(id);
    const screen = await rig.open(`/logs/${log}`);
    await screen.click('link', 'Try another device, address or time');
    const verdict = screen.get('region', 'The verdict');
    await screen.see(/^Filled in from a check of this key:/);
    expect(await screen.get('textbox', /^Address/).inputValue()).toBe('127.0.0.1');
    await screen.click('button', 'Ask');
    await screen.see('AUTHORISED', verdict);
    await screen.page.getByRole('combobox', { name: 'Device' }).selectOption('A new device');
    await screen.click('button', 'Ask');
    await screen.see('NO SEAT', verdict);
    await screen.page.getByRole('spinbutton', { name: /^Product number/ }).fill(String(OTHER_PRODUCT));
    await screen.click('button', 'Ask');
    await screen.get('listitem', '', verdict).filter({ hasText: 'It is for this product INVALID PRODUCT' }).waitFor();
    expect(await violations(screen)).toEqual([]);
    expect(await newestLog(id)).toBe(log);
    const { body } = await check(key, { pid: OTHER_PRODUCT, device: 'another' });
    expect(body.status).toBe('INVALID PRODUCT');
  });

  it('says that a check is gone with its key, and to whom it tells nothing', async () => {
    const { id, key } = await createLicenseKey(rig.admin);
    await check(key, { pid: OTHER_PRODUCT });
    const log = await newestLog(id);
    const { secret } = await createApiKey(rig.admin, ['logs:read']);
    const stranger = await rig.open(`/logs/${log}`, secret);
    await stranger.see(/needs access to license keys and logs\. Your API key lacks the scope keys:read\./);
    await rig.admin.delete(`/api/keys/${id}`);
    const screen = await rig.open(`/logs/${log}`);
    await screen.heading('Nothing to explain');
    await screen.see(/^This check is no longer in the log/);
    screen.expectTrouble(/404 POST/);
  });
}

describeConsole('the explanation of a check', testExplanations);
