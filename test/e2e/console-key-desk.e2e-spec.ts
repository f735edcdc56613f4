import { createApiKey } from '../support/api-keys';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey, PRODUCT } from '../support/license-keys';

describeConsole('at the desk, a license key', (rig) => {
  const check = (id: string, more: object = {}) => rig.admin.post('/api/check', { id, pid: PRODUCT, ...more });

  it('says who was refused and why, and gives a new device its seat', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { seats: 2 });
    const ask = (name: string) => check(key, { device: name, deviceName: name });
    for (const name of ['Old Mac', 'Desk', 'New laptop']) await ask(name);
    const screen = await rig.open(`/keys/${id}`);
    const step = screen.get('region', 'Next step');
    await screen.see(
      /^New laptop was refused at .*: both seats are taken, by (Desk and Old Mac|Old Mac and Desk)\.$/,
      step,
    );
    await screen.see(/^refused \d/, screen.get('group', 'New laptop'));
    await screen.click('button', 'Release Old Mac', step);
    await screen.click('button', 'Release', screen.get('dialog', 'Release Old Mac?'));
    await screen.gone(step);
    await screen.see('1 of 2 seats taken');
    expect((await ask('New laptop')).body.status).toBe('AUTHORISED');
  });

  it('tells support what was changed, and by whom', async () => {
    const { id } = await createLicenseKey(rig.admin, { uid: 'disputed' });
    const { name, secret } = await createApiKey(rig.admin, ['keys:write']);
    await rig.service.client(secret).put(`/api/keys/${id}`, { disabled: true });
    // Support may see it, though not the audit.
    const support = await createApiKey(rig.admin, ['keys:read', 'keys:support']);
    const screen = await rig.open('/keys?uid=disputed', support.secret);
    await screen.click('link', /-/, screen.row('disputed'));
    const newest = screen.panel('Changes').getByRole('listitem').first();
    await screen.see('disabled', newest);
    expect(await newest.innerText()).toMatch(/^Enabled → disabled\nToday, \d\d:\d\d · /);
    await screen.see(name, newest);
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
