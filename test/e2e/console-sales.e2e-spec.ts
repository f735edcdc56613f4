import { violations } from '../support/axe';
import { createApiKey } from '../support/api-keys';
import { describeConsole } from '../support/console-rig';
import { OwnShop, paidFact as paid, SALES_SECRET } from '../support/sales';

describeConsole('sales in the console', (rig) => {
  const anybody = () => rig.service.client(null);
  const items = [{ id: 'pro', title: 'Pro, yearly', quantity: 1 }];

  beforeAll(async () => {
    await rig.admin.post('/api/products', { pid: 6, name: 'Tonspur Studio' });
    await rig.admin.post('/api/products/6/plans', { code: 'pro', name: 'Pro', seats: 3 });
  });

  it('a shop is connected, its first sale waits, is mapped, and becomes a license key', async () => {
    const screen = await rig.open('/sales');
    await screen.click('link', 'Connect a shop');
    const form = screen.get('dialog', 'Connect a shop');
    await form.getByLabel('Shop', { exact: true }).selectOption('Your own shop');
    await screen.fill('Name', 'Our shop', form);
    await screen.click('button', 'Connect shop', form);
    await screen.heading('Our shop');
    const id = Number(new URL(screen.page.url()).pathname.split('/').at(-1));
    await screen.see(`${rig.service.url}/api/sources/${id}/events`);
    await screen.click('button', 'Enter the secret');
    const edit = screen.get('dialog', 'Edit shop');
    await edit.getByLabel('Secret', { exact: true }).fill(SALES_SECRET);
    await screen.click('button', 'Save', edit);
    await screen.see('Nothing received yet');
    expect(await screen.page.content()).not.toContain(SALES_SECRET);

    const shop = OwnShop.known(rig.admin, id);
    expect(await shop.send(anybody(), paid('A-1', { items }))).toBe(204);
    await shop.settled();
    await screen.goTo('Sales');
    await screen.see('1 order needs attention in Our shop.');
    await screen.page.getByLabel('With a problem').check();
    await screen.page.waitForURL('**/sales?problem=true');
    await screen.click('link', 'Pro, yearly');
    await screen.see(/^Nothing says what license keys "pro" stands for/);
    expect(await violations(screen)).toEqual([]);
    await screen.click('link', 'Map Pro, yearly');

    const wizard = screen.get('dialog', 'Map pro');
    await wizard.getByLabel('Product', { exact: true }).fill('6');
    await screen.see('Tonspur Studio', wizard);
    await wizard.getByLabel('Plan', { exact: true }).selectOption('Pro');
    expect(await violations(screen)).toEqual([]);
    await screen.click('button', 'Map item', wizard);
    await screen.see('Tonspur Studio, plan pro', screen.panel('What its items stand for'));
    await shop.settled();
    await screen.see('Nothing is waiting: every message is done.');

    const [key] = (await rig.admin.get('/api/keys?pid=6')).body;
    await screen.click('link', 'Its orders');
    await screen.click('link', 'Pro, yearly');
    await screen.click('link', `…${key.key.slice(-12)}`, screen.panel('What was bought'));
    await screen.heading('Anna Tanaka');
    await screen.see(/^Bought with order/);
    await screen.visit(`/customers/${encodeURIComponent(key.uuid)}`);
    await screen.click('link', 'Pro, yearly', screen.panel('Purchases'));
    await screen.heading('Pro, yearly');
  });

  it('what was typed about an item is kept until it is done, and a wrong number is refused at its field', async () => {
    const shop = await OwnShop.open(rig.admin, { name: 'Second shop' });
    const screen = await rig.open(`/sales/shops/${shop.id}`);
    screen.expectTrouble(/^400 POST/);
    await screen.click('button', 'Map an item');
    const form = screen.get('dialog', 'Map an item');
    await screen.fill('The shop’s item', 'team', form);
    await form.getByLabel('Product', { exact: true }).fill('6');
    await screen.fill('Keys for each unit', '0', form);
    await screen.click('button', 'Map item', form);
    await screen.see(/^count must be/, form);
    expect(await screen.get('textbox', 'Keys for each unit', form).getAttribute('aria-invalid')).toBe('true');
    await screen.page.keyboard.press('Escape');
    await screen.click('button', 'Keep editing', form);
    await screen.get('radio', /^A seat/, form).check();
    await screen.fill('Seats for each unit', '5', form);
    await screen.click('button', 'Map item', form);
    await screen.see('5 seats each');
    const { body } = await rig.admin.get(`${shop.path}/mappings`);
    expect(body).toMatchObject([{ item: 'team', pid: 6, each: 'seat', count: 5 }]);
  });

  it('a message is read, and a shop that is off takes nothing until it is on again', async () => {
    const shop = await OwnShop.open(rig.admin, { name: 'Third shop' });
    await shop.send(anybody(), paid('C-1', { items }), { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' });
    const screen = await rig.open(`/sales/shops/${shop.id}`);
    await screen.see(/^The signature fits none/);
    await screen.click('button', 'Unreadable message');
    await screen.see(/"order": "C-1"/, screen.get('dialog', /^Message/));
    await screen.page.keyboard.press('Escape');
    await screen.click('button', 'More');
    await screen.click('button', 'Switch off…');
    await screen.click('button', 'Switch off', screen.get('dialog', 'Switch this shop off?'));
    await screen.see('Somebody switched it off: nothing from it is accepted.');
    expect(await shop.send(anybody(), paid('C-2'))).toBe(404);
    await screen.click('button', 'Switch on');
    await screen.gone(screen.get('button', 'Switch on'));
    await screen.click('button', 'More');
    await screen.click('button', 'Delete shop…');
    await screen.click('button', 'Delete shop', screen.get('dialog', 'Delete this shop?'));
    await screen.heading('Shops');
    await screen.gone(screen.row('Third shop'));
  });

  it('whoever may only see sales changes nothing, and others don’t see them', async () => {
    const { secret } = await createApiKey(rig.admin, ['sales:read']);
    const screen = await rig.open('/sales/shops', secret);
    const create = screen.get('button', 'Connect a shop');
    await create.waitFor();
    expect(await create.getAttribute('aria-disabled')).toBe('true');
    const other = await createApiKey(rig.admin, ['links:read']);
    const elsewhere = await rig.open('/links', other.secret, {});
    await elsewhere.heading('Links');
    const titles = await elsewhere.get('navigation', 'Screens').getByRole('link').allInnerTexts();
    expect(titles).not.toContain('Sales');
  });
});
