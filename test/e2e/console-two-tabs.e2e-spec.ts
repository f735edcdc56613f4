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
    await screen.see(/^Somebody changed expiresAt since/);
    await screen.see('2 Jan 2030');
    expect((await rig.admin.get(`/api/keys/${id}`)).body.expiresAt).toBe(end + 86_400_000);
  });

  it('is left to the other where theirs are taken, in a form at the side too', async () => {
    const { body } = await rig.admin.post('/api/link', { name: 'two-tabs', url: 'https://example.com/' });
    const screen = await rig.open('/links?show=two-tabs');
    await screen.click('button', 'Change');
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
