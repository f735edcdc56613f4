import { execFileSync } from 'node:child_process';
import { violations } from '../support/axe';
import { createApiKey } from '../support/api-keys';
import { describeConsole } from '../support/console-rig';
import { settle } from '../support/console-screens';

describeConsole('the first start', (rig) => {
  it('leads from nothing to a verdict on one page, and on to the first check of a program', async () => {
    const window = await rig.open('/');
    await window.heading('Your first license check');
    // By keyboard alone: each step hands the focus on to the next one.
    const { keyboard } = window.page;
    await window.page.locator('input:focus').waitFor();
    await keyboard.insertText('Müllers Rechner');
    await keyboard.press('Enter');
    await window.see('is product 1');
    await window.page.locator('input:focus').waitFor();
    await keyboard.press('Enter');
    await window.page.locator('button:focus', { hasText: 'Check it' }).waitFor();
    await keyboard.press('Enter');
    await window.see(/“My first device” may run, and has one of 2 seats/);
    await window.page.locator('button:focus', { hasText: 'Check it again' }).waitFor();
    expect(await violations(window)).toEqual([]);

    // Each way to see a refusal shows one, and puts back what it changed.
    const rows = window.get('list', 'Checks of this key');
    for (const [way, verdict] of [
      ['for another product', 'INVALID PRODUCT'],
      ['from a third device', 'NO SEAT'],
      ['while it is disabled', 'KEY DISABLED'],
    ]) {
      await window.click('button', way);
      await window.see(verdict, rows);
    }
    await window.click('button', 'Check it again');
    await window.see(/“My first device” may run, and has one of 2 seats/);

    // The command works as it is pasted.
    await window.page.getByText('The same from a terminal').click();
    await window.click('button', 'Create one for checks');
    const command = window.page.locator('pre').filter({ hasText: 'export KEY=' });
    const pasted = await command.innerText();
    expect(execFileSync('bash', ['-c', pasted], { encoding: 'utf8' })).toContain('"status":"AUTHORISED"');
    await window.see('Terminal', rows);

    // What stands above the first program is this service's own.
    await window.click('button', 'Set up signing');
    await window.see('Signing is set up; the root key above is yours');
    const { body: signing } = await rig.admin.get('/api/signing');
    await window.see(`rootKey: '${signing.root.x}'`);
    await window.see('Waiting for the first check of your program…');
    const [key] = (await rig.admin.get('/api/keys')).body as { key: string }[];
    await rig.admin.post('/api/check', { id: key.key, pid: 1, device: 'program', info: 'version 2.1' });
    await window.see('Your program has asked:');

    // All of it is there again, and the overview is one's start from now on.
    await window.page.reload();
    await window.see('Your program has asked:');
    await window.click('button', 'Go to the overview');
    await window.heading('Overview');
    await settle(window);
  });

  it('isn’t for those who may create no license key, and ends where somebody skips it', async () => {
    const { secret } = await createApiKey(rig.admin, ['keys:read', 'logs:read']);
    await (await rig.open('/', secret)).heading('Overview');
    const window = await rig.open('/start', undefined, {});
    await window.click('button', 'Skip');
    await window.heading('Overview');
  });
});

describeConsole('the guides', (rig) => {
  it('are led to by the screens that they tell of', async () => {
    const window = await rig.open('/links');
    const [guide] = await Promise.all([window.context.waitForEvent('page'), window.click('link', 'Guide')]);
    await guide.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
    expect(new URL(guide.url()).pathname).toBe('/console/guides/links');
    await guide.close();
    await window.visit('/guides/console#many-keys-at-once');
    await window.get('heading', 'Many keys at once').waitFor();
    await window.click('link', 'moving in');
    await window.heading('Moving in');
    expect(await violations(window)).toEqual([]);
    await window.visit('/guides/nothing');
    await window.heading('Nothing here');
  });
});
