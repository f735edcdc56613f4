import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';
import { ADMIN_KEY } from '../support/service';

const DAY_MS = 86_400_000;
/** So far that a month more is past what a key can end at. */
const LATEST = Number.MAX_SAFE_INTEGER;

describeConsole('license keys in bulk in the console', (rig) => {
  /** Chooses a license key of the list, and what to do with it. @returns the form that opens */
  async function choose({ get, click }: ConsolePage, key: string, action: string) {
    await get('checkbox', `Select ${key}`).check();
    await click('button', `${action}…`, get('region', 'Selected keys'));
    return get('dialog', new RegExp(`^${action}`));
  }

  it('are changed in bulk, previewed before, with the rows that failed after a reload', async () => {
    const keys = [
      await createLicenseKey(rig.admin, { uid: 'in bulk', pid: 77, expiresAt: Date.now() + DAY_MS }),
      await createLicenseKey(rig.admin, { uid: 'in bulk', pid: 77 }),
      await createLicenseKey(rig.admin, { uid: 'in bulk', pid: 77, expiresAt: LATEST }),
    ];
    const screen = await rig.open('/keys?pid=77');
    await screen.get('link', keys[0].key).waitFor();
    await screen.get('checkbox', 'Select all that match').check();
    const chosen = screen.get('region', 'Selected keys');
    await screen.see('All that match (3)', chosen);
    await screen.click('button', 'Extend…', chosen);
    const drawer = screen.get('dialog', /^Extend/);
    await drawer.getByRole('spinbutton', { name: 'Days' }).fill('10');
    const preview = screen.get('region', 'Preview', drawer);
    await screen.see(/^extendDays would move/, preview);
    await screen.see(/Expires:/, preview);
    await screen.see('1 of 3 will change', drawer);
    await screen.see('1 of 3 would expire outside the range that keys can have', drawer);
    await screen.see('1 of 3 never expires', drawer);
    await screen.get('checkbox', 'Set an expiry for keys without one', drawer).check();
    await screen.see('2 of 3 will change', drawer);
    await drawer.getByLabel('Expires').fill('2031-05-06T07:08');
    await screen.see(/Expires: never → 6 May 2031/, preview);
    await screen.click('button', 'Extend 2 keys', drawer);
    await screen.page.waitForURL(/\/keys\/bulk\/\d+$/);
    await screen.page.reload();
    await screen.heading(/^Expires: \+10 days, without expiry: 6 May 2031/);
    await screen.see('done');
    await screen.get('progressbar', 'Progress').waitFor();
    await screen.page.getByRole('status').filter({ hasText: '3 of the keys that match processed' }).waitFor();
    await screen.row(keys[2].key).filter({ hasText: 'extendDays would move' }).waitFor();
    const { text } = await screen.download(() => screen.click('link', 'Download all results'));
    const outcomes = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).outcome);
    expect(outcomes.toSorted()).toEqual(['changed', 'changed', 'failed']);
    const { expiresAt } = (await rig.admin.get(`/api/keys/${keys[0].id}`)).body;
    expect(expiresAt - Date.now()).toBeGreaterThan(10 * DAY_MS);
    await screen.click('link', 'All bulk changes');
    await screen.row(/Expires: \+10 days/).waitFor();
  });

  it('are not asked about by what was asked about others before "Back"', async () => {
    const asked = await createLicenseKey(rig.admin);
    const { key } = await createLicenseKey(rig.admin, { pid: 80 });
    const screen = await rig.open('/keys?pid=80');
    await screen.get('link', key).waitFor();
    await screen.goTo('License keys');
    const drawer = await choose(screen, asked.key, 'Disable');
    await drawer.waitFor();
    await screen.page.goBack();
    await screen.gone(drawer);
    await screen.get('checkbox', `Select ${key}`).check();
    await screen.see('1 key', screen.get('region', 'Selected keys'));
    expect(await drawer.count()).toBe(0);
  });

  it('are shown as they then are, each, in their list, and in the list of changes', async () => {
    const { key } = await createLicenseKey(rig.admin, { pid: 79 });
    const screen = await rig.open('/keys/bulk');
    await screen.heading('Bulk changes');
    await screen.goTo('License keys');
    await screen.click('link', key);
    await screen.get('button', 'Disable').waitFor();
    await screen.page.goBack();
    await screen.click('button', 'Disable 1 key', await choose(screen, key, 'Disable'));
    await screen.heading('Disabled: yes');
    await screen.see('done');
    await screen.click('link', 'All bulk changes');
    await screen.row('Disabled: yes').waitFor();
    await screen.goTo('License keys');
    await screen.row(key).filter({ hasText: 'Disabled' }).waitFor();
    await screen.click('link', key);
    await screen.get('button', 'Enable').waitFor();
  });

  it('go on when cancelling the rest failed, and the screen says so after their end', async () => {
    const { id: keyId } = await createLicenseKey(rig.admin);
    const { body } = await rig.admin.put('/api/keys', { ids: [keyId], change: { locked: true } });
    let state = 'running';
    const screen = await rig.window();
    screen.expectTrouble(/ERR_FAILED/);
    await screen.page.route(`**/api/keys/bulk/${body.id}`, (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fulfill({ json: { ...body, state } }),
    );
    await screen.hasSession(ADMIN_KEY);
    await screen.visit(`/keys/bulk/${body.id}`);
    await screen.click('button', 'Cancel the rest');
    const alert = screen.page.getByRole('alert');
    await screen.see('The service can’t be reached.', alert);
    state = 'done';
    await screen.gone(screen.get('button', 'Cancel the rest'));
    expect(await alert.isVisible()).toBe(true);
  });
});
