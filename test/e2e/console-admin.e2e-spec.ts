import { createApiKey } from '../support/api-keys';
import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';

describeConsole('administration in the console', (rig) => {
  /** What a new secret is, on the one page that shows it. */
  async function secretIn({ page, get, click, gone }: ConsolePage, name: string): Promise<string> {
    const dialog = get('dialog', `The secret of “${name}”`);
    const secret = await dialog
      .getByText(/^\S{30,}$/)
      .first()
      .innerText();
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await click('button', 'I have stored it', dialog);
    await gone(dialog);
    expect(await page.content()).not.toContain(secret);
    return secret;
  }

  it('an API key is made, shown once, used, rotated and revoked', async () => {
    const screen = await rig.open('/api-keys');
    const statusOf = async (secret: string) => (await rig.service.client(secret).get('/api/keys')).status;
    await screen.click('button', 'Create API key');
    const form = screen.get('dialog', 'Create an API key');
    await screen.fill('Name', 'the shop', form);
    await screen.get('checkbox', 'keys:read', form).check();
    await screen.click('button', 'Create API key', form);
    const first = await secretIn(screen, 'the shop');
    expect(await statusOf(first)).toBe(200);

    await screen.click('link', 'the shop');
    await screen.click('button', 'Rotate secret', screen.get('dialog', 'the shop'));
    const rotation = screen.get('dialog', 'Rotate “the shop”');
    await screen.get('radio', 'For an hour', rotation).check();
    await screen.click('button', 'Rotate secret', rotation);
    const second = await secretIn(screen, 'the shop');
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);

    // What stood behind the secret is still there.
    await screen.click('button', 'Revoke', screen.get('dialog', 'the shop'));
    const { prefix } = (await rig.admin.get('/api/api-keys')).body.find(
      ({ name }: { name: string }) => name === 'the shop',
    );
    const revocation = screen.get('dialog', 'Revoke “the shop”?');
    expect(await screen.get('button', 'Revoke permanently', revocation).isDisabled()).toBe(true);
    await screen.fill(`Type ${prefix} to continue`, prefix, revocation);
    await screen.click('button', 'Revoke permanently', revocation);
    await screen.see('“the shop” is revoked.');
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
  });

  it('the audit tells who changed what, before and after side by side', async () => {
    const { id, key } = await createLicenseKey(rig.admin, { seats: 2 });
    const screen = await rig.open(`/keys/${id}`);
    await screen.click('button', 'Change Seats');
    await screen.get('spinbutton', 'Seats').fill('5');
    await screen.click('button', 'Save');
    await screen.get('button', 'Change Seats').waitFor();
    await screen.goTo('Audit');
    const row = screen.row(key.slice(0, 8)).filter({ hasText: 'Changed' });
    await row.getByRole('link').first().click();
    const record = screen.page.getByRole('dialog');
    await screen.see('bootstrap', record);
    const seats = await screen
      .get('row', /^seats/, record)
      .getByRole('cell')
      .allInnerTexts();
    expect(seats.map((text) => text.trim())).toEqual(['2', '5']);
    expect(new URL(screen.page.url()).search).toMatch(/record=/);
  });

  it('the doctor says how the service is', async () => {
    const screen = await rig.open('/doctor');
    const { findings } = (await rig.admin.get('/api/doctor')).body as { findings: { message: string }[] };
    await screen.see(findings[0].message);
    await Promise.all([screen.page.waitForResponse(/\/api\/doctor$/), screen.click('button', 'Run again')]);
    await screen.see(findings[0].message);
  });

  it('a session of somebody else is ended', async () => {
    const { name, secret } = await createApiKey(rig.admin, ['keys:read']);
    const somebody = await rig.open('/keys', secret);
    await somebody.heading('License keys');
    const screen = await rig.open('/sessions');
    await screen.row('this one').waitFor();
    await screen.click('button', new RegExp(`^End the session of ${name} `));
    await screen.click('button', 'End session', screen.get('dialog', 'End this session?'));
    await screen.see(`The session of ${name} has ended.`);
    await screen.gone(screen.row(name));
    await somebody.page.reload();
    await somebody.heading('Sign in to keylink');
  });

  it('signing is set up, and stays as it is for who comes next', async () => {
    const screen = await rig.open('/signing');
    await screen.get('heading', 'Signing is not set up yet').waitFor();
    await screen.fill('Issuer', 'shop.example');
    await screen.click('button', 'Set up signing');
    await screen.see('Signing is set up.');
    const { root } = (await rig.admin.get('/api/signing')).body;
    await screen.see(root.x);
    await screen.page.reload();
    await screen.see(root.x);
  });
});
