import { createApiKey } from '../support/api-keys';
import { violations } from '../support/axe';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';

describeConsole('lists that are kept', (rig) => {
  it('are saved under a name, found wherever one signs in, by nobody else, and deleted', async () => {
    const { secret } = await createApiKey(rig.admin, ['keys:read']);
    const { key } = await createLicenseKey(rig.admin, { pid: 78, disabled: true });
    const screen = await rig.open('/keys?pid=78&disabled=true&create=1', secret);
    await screen.click('button', 'Saved views');
    const views = screen.get('group', 'Saved views');
    await screen.fill('Save this view as', 'Spring, disabled', views);
    await screen.click('button', 'Save', views);
    await screen.get('link', 'Spring, disabled', views).waitFor();
    expect(await violations(screen)).toEqual([]);

    const elsewhere = await rig.open('/keys', secret, {});
    await elsewhere.click('button', 'Saved views');
    await elsewhere.click('link', 'Spring, disabled');
    await elsewhere.get('link', key).waitFor();
    expect(new URL(elsewhere.page.url()).search).toBe('?pid=78&disabled=true');
    await elsewhere.click('button', 'Saved views');
    await elsewhere.click('button', 'Delete the view Spring, disabled');
    await elsewhere.gone(elsewhere.get('link', 'Spring, disabled'));

    const other = await rig.open('/keys', (await createApiKey(rig.admin, ['keys:read'])).secret, {});
    await other.click('button', 'Saved views');
    await other.see(/^Give these filters a name/);
  });

  it('are taken along as a file, as they are narrowed', async () => {
    const { id, key } = await createLicenseKey(rig.admin);
    await rig.admin.post('/api/check', { id: key, pid: 6 });
    await rig.admin.post('/api/check', { id: key, pid: 7 });
    const screen = await rig.open(`/live?pass=false&key=${id}`);
    await screen.click('button', 'Export');
    const checks = await screen.download(() => screen.click('link', 'CSV, for spreadsheets'));
    expect([checks.name, checks.text.trimEnd().split('\n').length]).toEqual(['checks.csv', 2]);
    expect(checks.text).toContain('INVALID PRODUCT');
    await screen.visit('/audit?targetType=licenseKey&action=create');
    await screen.click('button', 'Export');
    const audit = await screen.download(() => screen.click('link', 'NDJSON, for programs'));
    expect(JSON.parse(audit.text.split('\n')[0])).toMatchObject({ action: 'create', targetType: 'licenseKey' });
  });
});
