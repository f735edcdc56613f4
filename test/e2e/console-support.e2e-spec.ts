import { createApiKey } from '../support/api-keys';
import { violations } from '../support/axe';
import { describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';

const DAY_MS = 86_400_000;
const SUPPORT = [
  'keys:read',
  'customers:read',
  'products:read',
  'logs:read',
  'links:read',
  'signing:read',
  'check',
  'keys:support',
];

describeConsole('what somebody may not do', (rig) => {
  const open = async (path: string) => rig.open(path, (await createApiKey(rig.admin, SUPPORT)).secret);

  it('is there, greyed, reached by keyboard and pointer, and says what it needs', async () => {
    await rig.admin.post('/api/links', { url: 'https://example.com/', name: 'greyed' });
    const screen = await open('/links');
    const create = screen.get('button', 'New link').first();
    await create.focus();
    const tip = screen.page.getByRole('tooltip');
    await screen.see('Your API key lacks the scope links:write.', tip);
    expect(await create.getAttribute('aria-disabled')).toBe('true');
    expect(await violations(screen)).toEqual([]);
    await screen.page.keyboard.press('Escape');
    await screen.gone(tip);
    await screen.page.keyboard.press('Enter');
    await screen.see('Your API key lacks the scope links:write.', tip);
    expect(await screen.page.getByRole('dialog').count()).toBe(0);
    await screen.page.mouse.move(5, 5);
    await create.blur();
    await screen.gone(tip);
    await create.hover();
    await screen.see('Your API key lacks the scope links:write.', tip);
  });

  it('stands beside what support may do with a key', async () => {
    const { id } = await createLicenseKey(rig.admin, { ip: '203.0.113.7', expiresAt: Date.now() + 40 * DAY_MS });
    const screen = await open(`/keys/${id}`);
    await screen.click('button', 'Disable');
    await screen.click('button', 'Disable key', screen.get('dialog', 'Disable this key?'));
    await screen.get('button', 'Enable').waitFor();
    expect(await screen.get('button', 'Change Seats').getAttribute('aria-disabled')).toBe('true');
    expect(await screen.get('button', 'Change Address').getAttribute('aria-disabled')).toBeNull();
    await screen.click('button', 'Extend');
    const byAYear = screen.get('button', /^By a year/);
    expect(await byAYear.getAttribute('aria-disabled')).toBe('true');
    await screen.see('Your API key lacks the scope keys:write.', byAYear);
    await screen.click('button', /^By a month/);
    await screen.see(/^The key expires/);
    await screen.click('button', 'More');
    await screen.get('button', /^Delete key…/).click({ force: true });
    expect(await screen.page.getByRole('dialog').count()).toBe(0);
    await screen.see('Your API key lacks the scope keys:write.');
    await screen.click('button', 'Forget its address…');
    await screen.click('button', 'Forget address', screen.get('dialog', 'Forget this key’s address?'));
    await screen.gone(screen.page.getByRole('dialog'));
    expect((await rig.admin.get(`/api/keys/${id}`)).body).toMatchObject({ ip: '', disabled: true });
  });
});
