import type { Route } from 'playwright-core';
import { bytesOf, type ConsolePage } from '../support/console-page';
import { type ConsoleRig, describeConsole } from '../support/console-rig';
import { freePort } from '../support/free-port';
import { readPng } from '../support/read-qr';

const FROM_AN_OLD_SHOP = [
  'Kundennummer;Produkt;Lizenz;Plätze;Bemerkung',
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
    await screen.get('heading', 'No link yet').waitFor();
    await screen.get('button', 'New link').first().click();
    const form = screen.get('dialog', 'New link');
    await screen.fill('Leads to', 'https://example.com/sale?utm_source=mail', form);
    await screen.fill('Name', 'spring-sale', form);
    await screen.get('spinbutton', 'Most visits', form).fill('1');
    await screen.click('button', 'Create link', form);
    const details = screen.get('dialog', 'spring-sale');
    await screen.see('0 of 1', details);
    const address = `${published}/spring-sale`;
    await screen.get('link', address, details).waitFor();
    await screen.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await screen.click('button', 'Copy the short address', details);
    await screen.see('Copied', details);
    expect(await screen.page.evaluate('navigator.clipboard.readText()')).toBe(address);
    const [download] = await Promise.all([screen.page.waitForEvent('download'), screen.click('link', 'PNG', details)]);
    expect(download.suggestedFilename()).toBe('spring-sale.png');
    expect(readPng(await bytesOf(download))).toMatchObject({ text: address });
    expect((await fetch(address, { redirect: 'manual' })).headers.get('location')).toMatch(/^https:\/\/example\.com/);
    await screen.page.reload();
    await screen.see('1 of 1', screen.get('dialog', 'spring-sale'));
    await screen.see('Used up', screen.get('dialog', 'spring-sale'));
  });

  it('Escape closes what lies above a link, and leaves the link', async () => {
    const screen = await rig.open('/links?show=spring-sale');
    const { keyboard } = screen.page;
    const details = screen.get('dialog', 'spring-sale');
    for (const [button, title] of [
      ['Change', 'Change spring-sale'],
      ['Delete', 'Delete spring-sale?'],
    ]) {
      await screen.click('button', button, details);
      const above = screen.get('dialog', title);
      await above.waitFor();
      await keyboard.press('Escape');
      await screen.gone(above);
      expect(await details.isVisible()).toBe(true);
    }
    await keyboard.press('Control+k');
    await screen.get('dialog', 'Find anything').waitFor();
    await keyboard.press('Escape');
    await screen.gone(screen.get('dialog', 'Find anything'));
    expect(await details.isVisible()).toBe(true);
    await keyboard.press('Escape');
    await screen.gone(details);
  });

  it('what was asked about one link is not asked about another after "Back"', async () => {
    for (const name of ['asked-about', 'another'])
      await rig.admin.post('/api/links', { url: 'https://x.example', name });
    const screen = await rig.open('/links');
    await screen.click('link', 'asked-about');
    await screen.click('button', 'Delete', screen.get('dialog', 'asked-about'));
    await screen.get('dialog', 'Delete asked-about?').waitFor();
    await screen.page.goBack();
    await screen.click('link', 'another');
    const details = screen.get('dialog', 'another');
    await screen.see('The short address, to print', details);
    expect(await screen.get('dialog', /^Delete/).count()).toBe(0);
  });

  it('a link that leads to a script is refused, and its reason is told', async () => {
    const screen = await rig.open('/links');
    screen.expectTrouble(/^400 POST \/api\/links$/);
    await screen.get('button', 'New link').first().click();
    const form = screen.get('dialog', 'New link');
    await screen.fill('Leads to', 'javascript:alert(1)', form);
    await screen.click('button', 'Create link', form);
    const alert = form.getByRole('alert');
    await alert.getByText(/^Request /).waitFor();
    await screen.see(/^url must be an absolute http or https URL/, alert);
  });

  it('a double click makes one link', async () => {
    const screen = await rig.open('/links');
    await screen.get('button', 'New link').first().click();
    const form = screen.get('dialog', 'New link');
    await screen.fill('Leads to', 'https://example.com/twice', form);
    await screen.get('button', 'Create link', form).dblclick();
    await screen.see('The short address, to print');
    expect((await rig.admin.get('/api/links?url=https://example.com/twice')).body).toHaveLength(1);
  });

  it('sent again after an answer that was lost, the form makes one link; filled in anew, another', async () => {
    const screen = await rig.open('/links');
    const made = async () => (await rig.admin.get('/api/links?url=https://example.com/lost')).body.length as number;
    const begin = async () => {
      await screen.get('button', 'New link').first().click();
      await screen.fill('Leads to', 'https://example.com/lost', form);
    };
    const form = screen.get('dialog', 'New link');
    const lose = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort();
    };
    await screen.page.route('**/api/links', lose, { times: 1 });
    screen.expectTrouble(/ERR_FAILED/);
    await begin();
    await screen.click('button', 'Create link', form);
    await form.getByRole('alert').waitFor();
    expect(await made()).toBe(1);
    await screen.click('button', 'Create link', form);
    await screen.see('The short address, to print');
    expect(await made()).toBe(1);
    await screen.page.keyboard.press('Escape');
    await begin();
    await screen.click('button', 'Create link', form);
    await screen.see('The short address, to print');
    expect(await made()).toBe(2);
  });

  async function choose({ page, get }: ConsolePage, name: string, text: string, encoding: BufferEncoding = 'utf8') {
    const buffer = Buffer.from(text, encoding);
    await page.getByLabel('Drop a file here, or choose one').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await get('region', 'Columns of the file').waitFor();
  }

  it('a file of another shop is matched by hand, tried, and imported but for the rows that failed', async () => {
    const screen = await rig.open('/transfer?of=keys');
    await choose(screen, 'shop.csv', FROM_AN_OLD_SHOP);
    await screen.see(/^Which column is Customer/);
    expect(await screen.get('button', 'Try it, write nothing').isDisabled()).toBe(true);
    const columns = { Kundennummer: 'uuid', Produkt: 'product', Lizenz: 'key', Plätze: 'seats', Bemerkung: '' };
    for (const [name, value] of Object.entries(columns)) {
      await screen.get('combobox', `What ${name} is`).selectOption(value);
    }
    await screen.click('button', 'Try it, write nothing');
    await screen.see('Tried 3 rows; nothing was written.');
    expect((await rig.admin.get('/api/keys?uid=anna')).body).toEqual([]);
    await screen.click('button', 'Import 2 license keys');
    await screen.see('Imported: 3 rows have a result.');
    await screen
      .row(/^3/)
      .filter({ hasText: /product|pid/i })
      .waitFor();
    const { text } = await screen.download(() => screen.click('button', '1 failed row as a file'));
    expect(text).toContain('OLD-CLARA-1');
    expect(text).not.toContain('OLD-ANNA-1');
    expect((await rig.admin.get('/api/keys?uid=anna')).body).toMatchObject([{ key: 'OLD-ANNA-1', seats: 2 }]);
    const file = await screen.download(() => screen.click('link', 'CSV'));
    expect(file.text).toContain('OLD-BRUNO-1');
  });

  it('a file of Excel that isn’t UTF-8 is told before it is sent, and nothing is offered where nothing would be created', async () => {
    const screen = await rig.open('/transfer?of=keys');
    await choose(screen, 'excel.csv', 'uid,pid,key\nMüller,6,LATIN-1\n', 'latin1');
    await screen.see(/^The file isn’t UTF-8/);
    await screen.click('button', 'Try it, write nothing');
    await screen.see('Tried 1 row; nothing was written.');
    expect(await screen.get('button', /^Import \d/).count()).toBe(0);
    await screen.click('button', 'Another file');
    // The first part that is looked at ends within a letter.
    await choose(screen, 'long.csv', `uid,pid,note\nanna,6,${'ü'.repeat(40_000)}\n`);
    await screen.get('button', 'Try it, write nothing').waitFor();
    expect(await screen.page.getByText(/isn’t UTF-8/).count()).toBe(0);
  });

  it('a dry run says that it can’t compare rows that lie far apart, and the import does', async () => {
    const rows = Array.from({ length: 2001 }, (_, index) => `many,6,MANY-${index % 2000}`);
    const screen = await rig.open('/transfer?of=keys');
    await choose(screen, 'many.csv', `uid,pid,key\n${rows.join('\n')}\n`);
    await screen.click('button', 'Try it, write nothing');
    await screen.see('Tried 2,001 rows; nothing was written.');
    await screen.see(/^The rows were tried in 2 portions, each by itself/);
    await screen.click('button', 'Import 2,001 license keys');
    await screen.see('Imported: 2,001 rows have a result.');
    await screen.page
      .getByRole('listitem')
      .filter({ hasText: /^there already 1$/ })
      .waitFor();
    expect((await rig.admin.get('/api/keys?uid=many')).body).toHaveLength(2000);
  });
}

describeConsole('links, import and export in the console', testLinks, withPublicUrl);
