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
    await screen.click('button', 'Dry run');
    await screen.see('Tried 3 rows; nothing was written.');
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

describeConsole('links, import and export in the console', testLinks, withPublicUrl);
