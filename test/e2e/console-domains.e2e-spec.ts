import { type ConsoleRig, describeConsole } from '../support/console-rig';

function testDomains(rig: ConsoleRig): void {
  it('a domain is created, and its link of a name that the service has too is the one that is shown', async () => {
    await rig.admin.post('/api/links', { name: 'sale', url: 'https://own.example/' });
    const screen = await rig.open('/links');
    await screen.click('link', 'Domains');
    await screen.see('No domain of your own yet');
    await screen.get('button', 'New domain').first().click();
    const form = screen.get('dialog', 'New domain');
    await screen.fill('Domain', '127.0.0.1', form);
    screen.expectTrouble(/^400 POST/);
    await screen.click('button', 'Create domain', form);
    await screen.see(/^host /, form);
    await screen.fill('Domain', 'GO.example.com', form);
    await screen.fill('The bare domain leads to', 'https://www.example.com/', form);
    await screen.click('button', 'Create domain', form);
    await screen.gone(form);
    await screen.see('go.example.com');

    await screen.visit('/links?create=1');
    const link = screen.get('dialog', 'New link');
    await screen.fill('Target', 'https://shop.example/sale', link);
    await link.getByLabel('Domain').selectOption('go.example.com');
    await screen.fill('Name', 'sale', link);
    await screen.click('button', 'Create link', link);
    await screen.page.waitForURL(/\/links\/sale(?:@|%40)go\.example\.com$/);
    await screen.see('go.example.com/sale');
    await screen.see('shop.example/sale');
    await screen.click('button', 'Edit');
    await screen.fill('Title', 'Sale of the shop');
    await screen.click('button', 'Save');
    await screen.heading('Sale of the shop');
    expect((await rig.admin.get('/api/link/sale?domain=go.example.com')).body.title).toBe('Sale of the shop');
    expect((await rig.admin.get('/api/link/sale')).body).toMatchObject({ url: 'https://own.example/' });
    expect((await rig.admin.get('/api/link/sale')).body.title).toBeUndefined();
  });

  it('a domain of a single long word is seen as a whole on a phone', async () => {
    const host = `${'x'.repeat(60)}.example.com`;
    const { body } = await rig.admin.post('/api/domains', { host });
    const screen = await rig.open('/links/domains', undefined, { viewport: { width: 360, height: 780 } });
    const name = await screen.get('heading', host).boundingBox();
    const panel = await screen.panel(host).boundingBox();
    expect(name!.x + name!.width).toBeLessThan(panel!.x + panel!.width);
    await rig.admin.delete(`/api/domains/${body.host}`);
  });

  it('a domain is changed, leads to its links, and stays while it has some', async () => {
    const screen = await rig.open('/links/domains');
    await screen.click('link', 'those of this domain');
    await screen.click('link', 'go.example.com/sale');
    await screen.heading('Sale of the shop');
    await screen.visit('/links/domains');
    await screen.click('button', 'More', screen.panel('go.example.com'));
    await screen.click('button', 'Edit…');
    await screen.fill('Unknown addresses lead to', 'https://www.example.com/lost');
    await screen.click('button', 'Save');
    await screen.see('https://www.example.com/lost');
    await screen.click('button', 'More', screen.panel('go.example.com'));
    await screen.click('button', 'Delete domain…');
    screen.expectTrouble(/^409 DELETE/);
    const question = screen.get('dialog', 'Delete go.example.com?');
    await screen.click('button', 'Delete domain', question);
    await screen.see(/has links/, question);
    const { body: link } = await rig.admin.get('/api/link/sale?domain=go.example.com');
    await rig.admin.delete(`/api/link/${link.id}`);
    await screen.click('button', 'Delete domain', question);
    await screen.see('No domain of your own yet');
    expect((await rig.admin.get('/api/domains')).body).toEqual([]);
  });
}

describeConsole('domains in the console', testDomains);
