import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';
import { ADMIN_KEY } from '../support/service';

const TARGET = 'https://example.com/typed';

describeConsole('what is typed', (rig) => {
  async function typed(): Promise<ConsolePage> {
    const screen = await rig.open('/keys');
    await screen.goTo('Links');
    await screen.get('button', 'New link').first().click();
    await screen.fill('Target', TARGET, form(screen));
    return screen;
  }
  const form = (screen: ConsolePage) => screen.get('dialog', 'New link');
  const question = (screen: ConsolePage) => screen.page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  const target = (screen: ConsolePage) => screen.get('textbox', 'Target', form(screen)).inputValue();
  const endSessions = async () => {
    for (const { id } of (await rig.admin.get('/api/sessions')).body as { id: number }[])
      await rig.admin.delete(`/api/sessions/${id}`);
  };

  it.each([
    ['a click beside it', async ({ page }: ConsolePage) => page.mouse.click(20, 450)],
    ['Escape', async ({ page }: ConsolePage) => page.keyboard.press('Escape')],
    ['"Back"', async ({ page }: ConsolePage) => void (await page.evaluate('history.back()'))],
  ])('stays after %s, unless it is discarded', async (_, leave) => {
    const screen = await typed();
    await leave(screen);
    await question(screen).waitFor();
    await screen.click('button', 'Keep editing');
    await screen.gone(question(screen));
    expect(await target(screen)).toBe(TARGET);
    await screen.heading('Links').catch(() => undefined);
    await leave(screen);
    await screen.click('button', 'Discard', question(screen));
    await screen.gone(form(screen));
    await screen.visit('/links?create=1');
    expect(await target(screen)).toBe('');
  });

  it('goes without a question once it is saved, and when nothing was typed', async () => {
    const screen = await rig.open('/links?create=1');
    await form(screen).waitFor();
    await screen.page.keyboard.press('Escape');
    await screen.gone(form(screen));
    await screen.get('button', 'New link').first().click();
    await screen.fill('Target', TARGET, form(screen));
    await screen.fill('Name', 'typed', form(screen));
    await screen.click('button', 'Create link', form(screen));
    await screen.heading('typed');
    await screen.visit('/links?create=1');
    expect(await target(screen)).toBe('');
  });

  it('is offered again after a session ended, to the same person only', async () => {
    const screen = await typed();
    screen.expectTrouble(/^401 /);
    await endSessions();
    await screen.click('button', 'Create link', form(screen));
    await screen.see(/^Your session has ended\. Sign in again/, screen.page.getByRole('alert'));
    await screen.signIn(ADMIN_KEY);
    await screen.see('This is what you had typed before.', form(screen));
    expect(await target(screen)).toBe(TARGET);
    // Reloaded, it is still there.
    await screen.page.reload();
    await screen.see('This is what you had typed before.', form(screen));

    await endSessions();
    await screen.click('button', 'Create link', form(screen));
    // Another API key, even of the same name.
    const namesake = { name: 'bootstrap', scopes: ['links:read', 'links:write'] };
    await screen.signIn((await rig.admin.post('/api/api-keys', namesake)).body.secret as string);
    await form(screen).waitFor();
    expect(await target(screen)).toBe('');
  });

  it('into a note of a license key is offered again where it stood', async () => {
    const { id } = await createLicenseKey(rig.admin);
    const screen = await rig.open(`/keys/${id}`);
    const note = screen.get('textbox', 'Note');
    await screen.click('button', 'Change Note');
    await note.fill('Half a sen');
    screen.expectTrouble(/^401 /);
    await endSessions();
    await screen.click('button', 'Save');
    await screen.signIn(ADMIN_KEY);
    await screen.see('This is what you had typed before.');
    expect(await note.inputValue()).toBe('Half a sen');
    await note.press('Escape');
    await screen.click('button', 'Discard', question(screen));
    await screen.click('button', 'Change Note');
    expect(await note.inputValue()).toBe('');
  });

  it('into the text of emails stays over another language and the end of a session, and is asked about', async () => {
    const screen = await rig.open('/mail');
    await screen.click('link', 'Text and preview of License keys of an order');
    const subject = screen.get('textbox', 'Subject');
    await subject.fill('Half a sub');
    const language = screen.get('combobox', 'Language');
    await language.selectOption('de');
    await screen.gone(screen.page.getByText('This is what you had typed before.'));
    await language.selectOption('en');
    await screen.see('This is what you had typed before.');
    expect(await subject.inputValue()).toBe('Half a sub');
    await screen.get('navigation', 'Screens').getByRole('link', { name: 'Links', exact: true }).click();
    await screen.click('button', 'Keep editing', question(screen));
    screen.expectTrouble(/^401 /);
    await endSessions();
    await screen.click('button', 'Save');
    await screen.signIn(ADMIN_KEY);
    await screen.see('This is what you had typed before.');
    expect(await subject.inputValue()).toBe('Half a sub');
    await screen.click('button', 'Save');
    await screen.see('The next emails say this.');
    await screen.gone(screen.page.getByText('This is what you had typed before.'));
    expect((await rig.admin.get('/api/mail/templates/delivered/en')).body.subject).toBe('Half a sub');
    await screen.goTo('Links');
  });

  it('a secret that is shown once is left neither by "Back" nor with the session', async () => {
    const screen = await rig.open('/keys');
    await screen.goTo('API keys');
    await screen.click('button', 'Create API key');
    const dialog = screen.get('dialog', 'Create an API key');
    await screen.fill('Name', 'once', dialog);
    await screen.get('checkbox', 'check', dialog).check();
    await screen.click('button', 'Create API key', dialog);
    const shown = screen.get('dialog', 'The secret of “once”');
    await shown.waitFor();
    for (let time = 0; time < 2; time++) {
      await screen.page.evaluate('history.back()');
      await screen.see('Store it before you leave:', shown);
      await screen.click('button', 'Stay', shown);
      expect(await shown.getByText(/^kl_\S{30,}$/).count()).toBe(1);
    }
    await screen.page.evaluate('history.back()');
    await screen.click('button', 'Leave', shown);
    await screen.heading('License keys');
  });
});
