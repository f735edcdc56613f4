import { violations } from '../support/axe';
import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';

describeConsole('one record in two tabs', (rig) => {
  const question = (screen: ConsolePage) => screen.get('dialog', 'Somebody changed this meanwhile');

  it('is asked about where both changed it: mine or theirs', async () => {
    const { id } = await createLicenseKey(rig.admin);
    const [one, two] = [await rig.open(`/keys/${id}`), await rig.open(`/keys/${id}`)];
    for (const [tab, seats] of [
      [one, '5'],
      [two, '3'],
    ] as const) {
      await tab.click('button', 'Change Seats');
      await tab.get('spinbutton', 'Seats').fill(seats);
    }
    await one.click('button', 'Save');
    await one.get('button', 'Change Seats').waitFor();

    two.expectTrouble(/^412 PUT/);
    await two.click('button', 'Save');
    await two.see('5 seats', question(two));
    await two.see('3 seats', question(two));
    await two.see(/^bootstrap, /, question(two));

    expect(await violations(two)).toEqual([]);
    expect((await rig.admin.get(`/api/keys/${id}`)).body.seats).toBe(5);
    await two.click('button', 'Keep mine', question(two));
    await two.get('button', 'Change Seats').waitFor();
    expect((await rig.admin.get(`/api/keys/${id}`)).body.seats).toBe(3);
    // What was saved is what the next change is based on.
    await two.click('button', 'Change Seats');
    await two.get('spinbutton', 'Seats').fill('4');
    await two.click('button', 'Save');
    await two.get('button', 'Change Seats').waitFor();
    expect((await rig.admin.get(`/api/keys/${id}`)).body.seats).toBe(4);
  });

  it('is extended by the second only once the first extension is seen', async () => {
    const end = Date.UTC(2030, 0, 1);
    const { id } = await createLicenseKey(rig.admin, { expiresAt: end });
    const screen = await rig.open(`/keys/${id}`);
    await screen.click('button', 'Extend');
    await rig.admin.put(`/api/keys/${id}`, { expiresAt: end + 86_400_000 });
    screen.expectTrouble(/^412 PUT/);
    await screen.click('button', /^By a month/);
    await screen.see(/^Somebody has changed expiresAt since then/);
    await screen.see('2 Jan 2030');
    expect((await rig.admin.get(`/api/keys/${id}`)).body.expiresAt).toBe(end + 86_400_000);
  });

  it('is disabled or deleted only as it is seen, and a step against a refusal is taken only from there', async () => {
    const uid = 'leaver@example.com';
    const { id, key } = await createLicenseKey(rig.admin, { uid, seats: 1 });
    const [one, two] = [await rig.open(`/keys/${id}`), await rig.open(`/keys/${id}`)];
    one.expectTrouble(/^412 (PUT|DELETE)/);
    await one.click('button', 'Disable');
    await one.get('textbox', /^Reason/).fill('It leaked');
    await rig.admin.put(`/api/keys/${id}`, { note: 'Paid again today.' });
    await one.click('button', 'Disable key');
    await one.see('not changed by you', question(one));
    await one.see('Paid again today.', question(one));
    expect((await rig.admin.get(`/api/keys/${id}`)).body.disabled).toBe(false);
    await one.click('button', 'Keep mine', question(one));
    await one.get('button', 'Enable').waitFor();
    const [{ reason }] = (await rig.admin.get(`/api/audit?targetType=licenseKey&targetId=${id}&limit=1`)).body;
    expect(reason).toBe('It leaked');

    await rig.admin.post('/api/check', { id: key, device: 'desk' });
    await two.page.reload();
    two.expectTrouble(/^412 PUT/);
    await two.get('button', 'Enable the key').waitFor();
    await rig.admin.put(`/api/keys/${id}`, { note: 'Never enable it: stolen.' });
    await two.click('button', 'Enable the key');
    await two.see(/^Somebody has changed note since then/);
    await two.see('Never enable it: stolen.');
    expect((await rig.admin.get(`/api/keys/${id}`)).body.disabled).toBe(true);
    await two.click('button', 'Enable the key');
    await two.get('button', 'Disable').waitFor();

    await one.page.reload();
    await one.click('button', 'More');
    await one.click('button', 'Delete key…');
    await one.get('textbox', /^Type /).fill(uid);
    await rig.admin.put(`/api/keys/${id}`, { note: 'Keep it.' });
    await one.click('button', 'Delete key and logs');
    await one.see(/^Somebody has changed note since then/);
    expect((await rig.admin.get(`/api/keys/${id}`)).status).toBe(200);
    await one.click('button', 'Delete key and logs');
    await one.heading('License keys');
    expect((await rig.admin.get(`/api/keys/${id}`)).status).toBe(404);
  });

  it('is left to the other where theirs are taken, in a form at the side too', async () => {
    const { body } = await rig.admin.post('/api/link', { name: 'two-tabs', url: 'https://example.com/' });
    const screen = await rig.open('/links/two-tabs');
    await screen.click('button', 'Edit');
    await screen.fill('Title', 'mine');
    await rig.admin.put(`/api/link/${body.id}`, { title: 'theirs', maxVisits: 7 });
    screen.expectTrouble(/^412 PUT/);
    await screen.click('button', 'Save');
    await screen.see('not changed by you', question(screen));
    await screen.click('button', 'Take theirs', question(screen));
    await screen.gone(screen.get('dialog', 'Change two-tabs'));
    await screen.see('theirs');
    expect((await rig.admin.get('/api/link/two-tabs')).body).toMatchObject({ title: 'theirs', maxVisits: 7 });
  });
});
