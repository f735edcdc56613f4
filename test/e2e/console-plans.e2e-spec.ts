import { violations } from '../support/axe';
import { type ConsoleRig, describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';

function testPlans(rig: ConsoleRig): void {
  it('a plan is made, changed and deleted on the screen of its product, which compares all of them', async () => {
    await rig.admin.post('/api/products', { pid: 80, name: 'Tonspur Studio' });
    await rig.admin.post('/api/products/80/plans', { code: 'solo', name: 'Solo', entitlements: { export: true } });
    const screen = await rig.open('/products/80');
    await screen.click('button', 'Add a plan');
    const form = screen.get('dialog', 'New plan');
    await screen.fill('Code', 'Pro Plan', form);
    await screen.fill('Name', 'Pro', form);
    await screen.fill('Runs for', 'P1Y', form);
    await screen.get('spinbutton', 'Seats', form).fill('3');
    await screen.get('combobox', 'Begins with', form).selectOption('firstCheck');
    await screen.get('checkbox', 'Trial', form).check();
    await screen.fill('Entitlements', 'export = true\nprojects = 50', form);
    await screen.fill('Meters', 'exports = 500 a month +10%', form);
    await screen.click('button', 'Create plan', form);
    await screen.see('code must be lower-case letters', form);
    await screen.fill('Code', 'pro', form);
    await screen.click('button', 'Create plan', form);
    await screen.gone(form);
    const { body: plan } = await rig.admin.get('/api/products/80/plans/pro');
    expect(plan).toMatchObject({
      duration: 'P1Y',
      starts: 'firstCheck',
      trial: true,
      seats: 3,
      entitlements: { export: true, projects: 50 },
      meters: { exports: { limit: 500, period: 'month', overage: 10 } },
    });
    const table = screen.get('region', 'Plans side by side');
    for (const text of ['1 year', 'at first check', 'projects', '50', '500 a month, up to 10% more'])
      await screen.see(text, table);
    expect(await violations(screen)).toEqual([]);

    await screen.click('button', 'Edit Pro', table);
    const edit = screen.get('dialog', 'Change Pro');
    await screen.get('spinbutton', 'Seats', edit).fill('');
    await screen.get('checkbox', 'Trial', edit).uncheck();
    await screen.click('button', 'Save', edit);
    await screen.gone(edit);
    const { body: changed } = await rig.admin.get('/api/products/80/plans/pro');
    expect([changed.trial, changed.seats]).toEqual([false, undefined]);

    const key = await createLicenseKey(rig.admin, { pid: 80, plan: 'pro', uid: 'planned-1' });
    await rig.admin.post(`/api/keys/${key.id}/uses`, { meter: 'exports', amount: 42, useId: 'export-1' });
    await rig.admin.post(`/api/check/${key.id}`);
    await screen.visit('/products/80');
    await screen.get('row', /^Checks, 7 days 0 1$/).waitFor();
    const keyScreen = await rig.open(`/keys/${key.id}`);
    await keyScreen.see('42 of 500 a month, up to 10% more');
    await keyScreen.get('img', 'exports: 42 in 35 days').waitFor();
    expect(await violations(keyScreen)).toEqual([]);
    await screen.click('link', /keys? of Pro$/, table);
    await screen.get('link', 'planned-1').first().waitFor();
    await screen.visit('/products/80?deletePlan=pro');
    await screen.click('button', 'Delete plan', screen.get('dialog', 'Delete this plan?'));
    await screen.see('A license key has this plan');
    await rig.admin.delete(`/api/keys/${key.id}`);
    await screen.click('button', 'Delete plan', screen.get('dialog', 'Delete this plan?'));
    await screen.see('The plan Pro was deleted.');
    expect((await rig.admin.get('/api/products/80/plans')).body).toHaveLength(1);
    screen.expectTrouble(/40[09]/);
  });

  it('a license key is renewed by the duration of its plan, from its screen', async () => {
    await rig.admin.post('/api/products/82/plans', { code: 'year', name: 'Year', duration: 'P1Y' });
    const expiresAt = Date.UTC(2028, 1, 29, 12);
    const { id } = await createLicenseKey(rig.admin, { pid: 82, plan: 'year', expiresAt });
    const screen = await rig.open(`/keys/${id}`);
    await screen.click('button', 'Extend');
    await screen.click('button', /^Renew by 1 year/);
    await screen.see(/^The key was renewed: it expires 28 Feb 2029/);
    expect((await rig.admin.get(`/api/keys/${id}`)).body.expiresAt).toBe(Date.UTC(2029, 1, 28, 12));
    const renewed = (await rig.admin.get('/api/events?after=0&types=licenseKey.renewed&wait=5')).body;
    expect(renewed[0].data.licenseKey.id).toBe(id);
  });

  it('a release is registered, changed and deleted on the screen of its product', async () => {
    const pid = 83;
    await rig.admin.post('/api/products', { pid, name: 'Messwerk' });
    const screen = await rig.open(`/products/${pid}`);
    await screen.click('button', 'Register a release');
    const form = screen.get('dialog', 'New release');
    await screen.fill('Version', 'newest', form);
    await screen.fill('File', 'https://example.com/app.zip', form);
    await form.getByLabel('Released').fill('2026-05-06T07:08');
    await screen.click('button', 'Register release', form);
    await screen.see(/^version must be/, form);
    await screen.fill('Version', '4.2.0', form);
    await screen.click('button', 'Register release', form);
    await screen.gone(form);
    await screen.see('4.2.0', screen.get('region', 'Releases'));
    expect(await violations(screen)).toEqual([]);
    const one = async () => (await rig.admin.get(`/api/products/${pid}/releases`)).body[0];
    expect(await one()).toMatchObject({
      version: '4.2.0',
      channel: 'stable',
      releasedAt: new Date(2026, 4, 6, 7, 8).getTime(),
    });

    const { key } = await createLicenseKey(rig.admin, { pid });
    for (const version of ['4.2.0', '4.2', 'v4.2.0', '9.9', undefined])
      await rig.admin.post('/api/check', { id: key, version });
    await screen.visit(`/products/${pid}`);
    const releases = screen.get('region', 'Releases');
    await screen.see('75%', releases);
    await screen.see('20% of the checks name no version. Also seen: 9.9 (25%).', releases);
    expect(await violations(screen)).toEqual([]);

    await screen.click('button', 'Edit 4.2.0');
    const edit = screen.get('dialog', 'Change 4.2.0');
    await screen.fill('Channel', 'beta', edit);
    await screen.click('button', 'Save', edit);
    await screen.gone(edit);
    expect(await one()).toMatchObject({ channel: 'beta', releasedAt: new Date(2026, 4, 6, 7, 8).getTime() });

    await screen.click('button', 'Delete 4.2.0');
    await screen.click('button', 'Delete release', screen.get('dialog', 'Delete this release?'));
    await screen.see('Version 4.2.0 was deleted.');
    expect((await rig.admin.get(`/api/products/${pid}/releases`)).body).toEqual([]);
    screen.expectTrouble(/400/);
  });

  it('keys on no plan are found, and moved onto one that says before what each gains and loses', async () => {
    const pid = 81;
    await rig.admin.post('/api/products', { pid, name: 'Klangraum' });
    for (const [code, seats] of [
      ['solo', 2],
      ['duo', 5],
    ])
      await rig.admin.post(`/api/products/${pid}/plans`, {
        code,
        name: `The ${code}`,
        seats,
        entitlements: { export: true },
      });
    const { id } = await createLicenseKey(rig.admin, { pid, entitlements: { sync: true } });
    await createLicenseKey(rig.admin, { pid, plan: 'duo' });
    const screen = await rig.open(`/products/${pid}`);
    await screen.see(/^1 key of this product is on no plan/);
    await screen.click('link', 'Keys on no plan');
    await screen.get('checkbox', 'Select all that match').check();
    await screen.click('button', 'Change plan…', screen.get('region', 'Selected keys'));
    const drawer = screen.get('dialog', /^Change plan of/);
    await screen.get('combobox', 'Plan', drawer).selectOption('The solo');
    const preview = screen.get('region', 'Preview', drawer);
    for (const text of ['Loses seats: no limit → 2', 'Gains export']) await screen.see(text, preview);
    await screen.see('1 of 1 loses something', drawer);
    expect(await violations(screen)).toEqual([]);
    await screen.click('button', 'Change plan of 1 key', drawer);
    await screen.page.waitForURL(/\/keys\/bulk\/\d+$/);
    await screen.see('done');
    expect((await rig.admin.get(`/api/keys/${id}`)).body).toMatchObject({ plan: 'solo', entitlements: { sync: true } });
  });
}

describeConsole('plans', testPlans);
