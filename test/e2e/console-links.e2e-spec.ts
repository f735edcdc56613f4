import { bytesOf } from '../support/console-page';
import { type ConsoleRig, describeConsole } from '../support/console-rig';
import { freePort } from '../support/free-port';
import { readPng } from '../support/read-qr';

const FROM_AN_OLD_SHOP = [
  'Wer;Was;Code (alt);Wie viele;Bemerkung',
  'anna;6;OLD-ANNA-1;2;eine Kundin',
  'bruno;6;OLD-BRUNO-1;0;ein Kunde',
  'clara;sechs;OLD-CLARA-1;1;kein Produkt',
].join('\n');

/** Links are followed under another address than the console's. */
let published: string;

async function withPublicUrl(): Promise<Record<string, string>> {
  const port = await freePort();
  published = `http://localhost:${port}`;
  return { PORT: String(port), PUBLIC_URL: published };
}

function testLinks(rig: ConsoleRig): void {
  it('a link is made with limits, and its code to print says its short address', async () => {
    const screen = await rig.open('/links');
    await screen.get('heading', 'No links yet').waitFor();
    await screen.get('button', 'New link').first().click();
    const form = screen.get('dialog', 'New link');
    await screen.fill('Target', 'https://example.com/sale?utm_source=mail', form);
    await screen.fill('Name', 'spring-sale', form);
    await screen.get('spinbutton', 'Maximum visits', form).fill('1');
    await screen.click('button', 'Create link', form);
    await screen.heading('spring-sale');
    const address = `${published}/spring-sale`;
    await screen.see('Nobody has followed the link yet.');
    await screen.get('link', address.replace('http://', '')).waitFor();
    await screen.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await screen.click('button', 'Copy the short address');
    await screen.see('Copied');
    expect(await screen.page.evaluate('navigator.clipboard.readText()')).toBe(address);
    const [download] = await Promise.all([screen.page.waitForEvent('download'), screen.click('link', 'PNG')]);
    expect(download.suggestedFilename()).toBe('spring-sale.png');
    expect(readPng(await bytesOf(download))).toMatchObject({ text: `${address}?qr` });
    // What calls itself a program uses up no limit.
    const visit = await fetch(address, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
    expect(visit.headers.get('location')).toMatch(/^https:\/\/example\.com/);
  });

  it('a link that has had all its visits goes on by one click, unless somebody changed it meanwhile', async () => {
    const screen = await rig.open('/links/spring-sale');
    await screen.see('Used up');
    const next = screen.get('region', 'Next step');
    await screen.see('The one visit of the limit is used.', next);
    const { id } = (await rig.admin.get('/api/link/spring-sale')).body;
    await rig.admin.put(`/api/link/${id}`, { maxVisits: 1, title: 'Only one on purpose' });
    screen.expectTrouble(/^412 PUT/);
    await screen.click('button', 'Raise to 5', next);
    await screen.see(/^Somebody has changed title since then/, next);
    await screen.heading('Only one on purpose');
    expect((await rig.admin.get('/api/link/spring-sale')).body.maxVisits).toBe(1);
    await screen.click('button', 'Raise to 5', next);
    await screen.see('The link may have 5 visits.');
    await screen.gone(next);
    await screen.see('Active');
    expect((await rig.admin.get('/api/link/spring-sale')).body.maxVisits).toBe(5);
  });

  it('a link is where old addresses, any case and its target lead to, and is edited and deleted there', async () => {
    const { id } = (await rig.admin.post('/api/links', { url: 'https://x.example/', name: 'asked-about' })).body;
    const screen = await rig.open('/links?show=Asked-About');
    await screen.page.waitForURL('**/links/asked-about');
    await screen.visit(`/links/${encodeURIComponent('https://x.example/')}`);
    await screen.page.waitForURL('**/links/asked-about');
    await screen.click('button', 'Edit');
    await screen.fill('Title', 'גיבוי');
    await screen.click('button', 'Save');
    await screen.heading('גיבוי');
    await screen.click('link', 'changes');
    await screen.page.waitForURL(`**/audit?targetType=link&targetId=${id}`);
    await screen
      .row(/asked-about.*title/)
      .first()
      .waitFor();
    await screen.page.goBack();
    await screen.click('button', 'More');
    await screen.click('button', 'Delete link…');
    await screen.click('button', 'Delete link', screen.get('dialog', 'Delete asked-about?'));
    await screen.heading('Links');
    expect((await rig.admin.get('/api/link/asked-about')).status).toBe(404);
    screen.expectTrouble(/^404 GET/);
    await screen.visit('/links/asked-about');
    await screen.see('Link not found from name or url.');
  });

  it('rules of a link are made, moved and shown in their order', async () => {
    await rig.admin.post('/api/links', { url: 'https://x.example/', name: 'ruled' });
    const screen = await rig.open('/links/ruled');
    await screen.click('button', 'Edit');
    const form = screen.get('dialog', 'Change ruled');
    await screen.click('button', 'Add a rule', form);
    await screen.fill('System', 'ios, Android', form);
    await screen.fill('Leads to', 'https://x.example/app', form);
    await screen.click('button', 'Add a rule', form);
    const second = screen.get('group', 'Rule 2', form);
    await second.getByLabel('Condition').selectOption('Language');
    await screen.fill('Language', 'de', second);
    await screen.fill('Leads to', 'https://x.example/de', second);
    await screen.click('button', 'Move rule 2 up', form);
    await screen.click('button', 'Save', form);
    const panel = screen.get('region', 'Rules');
    await screen.see('System is Android or iOS', panel);
    expect(await panel.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Language is de\s+x\.example\/de/),
      expect.stringMatching(/System is Android or iOS\s+x\.example\/app/),
      expect.stringContaining('Otherwise'),
    ]);
    expect((await rig.admin.get('/api/link/ruled')).body.rules).toEqual([
      { language: ['de'], url: 'https://x.example/de' },
      { os: ['Android', 'iOS'], url: 'https://x.example/app' },
    ]);
  });

  it('"Back" from what is asked about a link leads to the list, and asks nothing about another', async () => {
    for (const name of ['one-link', 'another']) await rig.admin.post('/api/links', { url: 'https://y.example', name });
    const screen = await rig.open('/links');
    await screen.click('link', 'one-link');
    await screen.click('button', 'Edit');
    await screen.get('dialog', 'Change one-link').waitFor();
    await screen.page.keyboard.press('Escape');
    await screen.gone(screen.get('dialog', 'Change one-link'));
    await screen.click('button', 'Edit');
    await screen.page.goBack();
    await screen.heading('Links');
    await screen.click('link', 'another');
    await screen.heading('another');
    expect(await screen.get('dialog', /^Change/).count()).toBe(0);
  });

  it('a file of another shop is matched by hand, tried, and imported but for the rows that failed', async () => {
    const screen = await rig.open('/transfer?of=keys');
    const file = { name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(FROM_AN_OLD_SHOP) };
    await screen.page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
    await screen.get('region', 'Columns of the file').waitFor();
    await screen.see(/^Which column is Customer/);
    expect(await screen.get('button', 'Dry run').isDisabled()).toBe(true);
    const columns = { Wer: 'uuid', Was: 'product', 'Code (alt)': 'key', 'Wie viele': 'seats', Bemerkung: '' };
    for (const [name, value] of Object.entries(columns)) {
      await screen.get('combobox', `What ${name} is`).selectOption(value);
    }
    expect(await screen.page.evaluate(STRUCK_OUT)).toEqual(['Bemerkung']);
    await screen.click('button', 'Dry run');
    await screen.see('Tried 3 rows; nothing was written.');
    // On a phone nothing of what is wrong has to be scrolled sideways.
    await screen.page.setViewportSize({ width: 360, height: 740 });
    expect(await screen.page.evaluate(EXCESS_OF_FAILURES)).toBe(0);
    expect((await rig.admin.get('/api/keys?uid=anna')).body).toEqual([]);
    await screen.click('button', 'Import 2 license keys');
    await screen.see('Imported: 3 rows.');
    await screen.row(/^3/).filter({ hasText: 'sechs' }).waitFor();
    const { text } = await screen.download(() => screen.click('button', '1 failed row as a file'));
    expect(text).toContain('OLD-CLARA-1');
    expect(text).not.toContain('OLD-ANNA-1');
    expect((await rig.admin.get('/api/keys?uid=anna')).body).toMatchObject([{ key: 'OLD-ANNA-1', seats: 2 }]);
    const exported = await screen.download(() => screen.click('link', 'CSV'));
    expect(exported.text).toContain('OLD-BRUNO-1');
  });
}

/** By how much what is said of rows that failed is wider than its frame. */
const EXCESS_OF_FAILURES = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
  document.querySelector('[aria-label="Rows that failed"]'),
)`;
/** The columns whose first rows are struck out. */
const STRUCK_OUT = `[...document.querySelectorAll('tbody tr')]
  .filter((row) => getComputedStyle(row.lastElementChild).textDecorationLine === 'line-through')
  .map((row) => row.firstElementChild.textContent)`;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

describeConsole('links, import and export in the console', testLinks, withPublicUrl);
