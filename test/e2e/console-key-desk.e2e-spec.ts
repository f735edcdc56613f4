import { createApiKey } from '../support/api-keys';
import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey, PRODUCT } from '../support/license-keys';

/** Clicks as a person does, and counts: these are what somebody at the desk has to do all day. */
function counting(screen: ConsolePage) {
  const clicks: string[] = [];
  const click: ConsolePage['click'] = (role, name, within) => {
    clicks.push(String(name));
    return screen.click(role, name, within);
  };
  return { click, clicks };
}

describeConsole('at the desk, a license key', (rig) => {
  const check = (id: string, more: object = {}) => rig.admin.post('/api/check', { id, pid: PRODUCT, ...more });

  it('gives a new device its seat in two clicks', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { seats: 2 });
    const ask = (name: string) => check(key, { device: name, deviceName: name });
    for (const name of ['Old Mac', 'Desk', 'New laptop']) await ask(name);
    const screen = await rig.open(`/keys/${id}`);
    const { click, clicks } = counting(screen);
    const step = screen.get('region', 'Next step');
    await screen.see(
      /^New laptop was refused at .*: both seats are taken, by (Desk and Old Mac|Old Mac and Desk)\.$/,
      step,
    );
    await screen.see(/^refused \d/, screen.get('group', 'New laptop'));
    await click('button', 'Release Old Mac', step);
    await click('button', 'Release', screen.get('dialog', 'Release Old Mac?'));
    await screen.gone(step);
    await screen.see('1 of 2 seats taken');
    expect((await ask('New laptop')).body.status).toBe('AUTHORISED');
    expect(clicks).toHaveLength(2);
  });

  it('is extended by a month in two clicks', async () => {
    const at = (year: number, month: number, day: number) => new Date(year, month, day, 12).getTime();
    const { id } = await createLicenseKey(rig.admin, { expiresAt: at(2040, 0, 31) });
    const screen = await rig.open(`/keys/${id}`);
    const { click, clicks } = counting(screen);
    await click('button', 'Extend');
    await click('button', /^By a month/);
    await screen.see('The key expires 29 Feb 2040.');
    expect((await rig.admin.get(`/api/keys/${id}`)).body.expiresAt).toBe(at(2040, 1, 29));
    expect(clicks).toHaveLength(2);
  });

  it('tells what was changed, and by whom, with one click in the list', async () => {
    const { id } = await createLicenseKey(rig.admin, { uid: 'disputed' });
    const { name, secret } = await createApiKey(rig.admin, ['keys:write']);
    await rig.service.client(secret).put(`/api/keys/${id}`, { disabled: true });
    // Support may see it, though not the audit.
    const support = await createApiKey(rig.admin, ['keys:read', 'keys:support']);
    const screen = await rig.open('/keys?uid=disputed', support.secret);
    const { click, clicks } = counting(screen);
    await click('link', /-/, screen.row('disputed'));
    const newest = screen.panel('Changes').getByRole('listitem').first();
    await screen.see('disabled', newest);
    expect(await newest.innerText()).toMatch(/^Enabled → disabled\nToday, \d\d:\d\d · /);
    await screen.see(name, newest);
    expect(clicks).toHaveLength(1);
  });

  it('lists its checks by day, narrowed to a verdict or a device, and as a file', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { seats: 1 });
    for (const device of ['desk', 'laptop', 'desk'])
      await check(key, { device, deviceName: device, info: `from ${device}` });
    const screen = await rig.open(`/keys/${id}`);
    const checks = screen.panel('Checks');
    await screen.see('3 checks, 1 refused', checks);
    await screen.click('button', 'Refused 1', checks);
    await screen.gone(screen.row('AUTHORISED'));
    await screen.see('1 of 1', checks);
    expect(await screen.row('NO SEAT').innerText()).toContain('from laptop');
    const { text } = await screen.download(() => screen.click('link', 'CSV', checks));
    expect(text.trim().split('\n')).toHaveLength(2);
    await screen.click('button', 'All 3', checks);
    await screen.click('button', 'Any device', checks);
    await screen.click('button', 'desk', screen.page.locator('[popover]:popover-open'));
    await screen.see('2 of 2', checks);
    await screen.see('2 checks, all passed', checks);
    await screen.see('1 address, 2 devices in 90 days', screen.panel('Used from'));
  });

  it('is noted upon, and leased in words, where that stands', async () => {
    const { id } = await createLicenseKey(rig.admin, { seats: 1 });
    const screen = await rig.open(`/keys/${id}`);
    await screen.click('button', 'Change Note');
    await screen.fill('Note', 'Two machines.\nPays by invoice.');
    await screen.click('button', 'Save');
    await screen.see('Pays by invoice.', screen.panel('Note'));
    await screen.get('button', 'Change Lease').focus();
    await screen.see('How long a device keeps its seat without a check.', screen.page.getByRole('tooltip'));
    await screen.click('button', 'Change Lease');
    await screen.page.getByRole('combobox', { name: 'Lease' }).selectOption('a day');
    await screen.see('until released → 1 day');
    await screen.click('button', 'Save');
    await screen.see('a day', screen.panel('Details'));
    expect((await rig.admin.get(`/api/keys/${id}`)).body).toMatchObject({
      note: 'Two machines.\nPays by invoice.',
      leaseSeconds: 86_400,
    });
  });
});
