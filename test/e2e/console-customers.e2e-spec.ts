import { violations } from '../support/axe';
import { type ConsoleRig, describeConsole } from '../support/console-rig';
import { createLicenseKey } from '../support/license-keys';

function testCustomers(rig: ConsoleRig): void {
  it('a product is named, and its name stands where its number stood', async () => {
    const { id } = await createLicenseKey(rig.admin, { uid: 'shop-1', pid: 70 });
    const screen = await rig.open('/products?create=1');
    const form = screen.get('dialog', 'New product');
    await screen.fill('Name', 'Tonspur Größe', form);
    await screen.get('spinbutton', 'Product number (pid)', form).fill('70');
    await screen.click('button', 'Create product', form);
    await screen.heading('Tonspur Größe');
    await screen.get('link', 'shop-1').waitFor();
    await screen.visit('/customers/shop-1?change=1');
    const edit = screen.get('dialog', 'Change shop-1');
    await screen.fill('Name', 'Anna Tanaka', edit);
    await screen.fill('Email', 'no address', edit);
    await screen.click('button', 'Save', edit);
    await screen.see('email must be an email address', edit);
    await screen.fill('Email', 'anna@example.com', edit);
    await screen.click('button', 'Save', edit);
    await screen.heading('Anna Tanaka');
    await screen.get('link', 'Tonspur Größe').first().waitFor();
    expect((await rig.admin.get('/api/customers/shop-1')).body).toMatchObject({ email: 'anna@example.com' });
    expect((await rig.admin.get(`/api/keys/${id}`)).body.uuid).toBe('shop-1');
    screen.expectTrouble(/40[04]/);
  });

  it('a customer moves to another uid, and its address in the console with it', async () => {
    const { id } = await createLicenseKey(rig.admin, { uid: 'old / uid', pid: 70 });
    await rig.admin.post('/api/customers', { uid: 'old / uid', name: 'Mover' });
    const screen = await rig.open(`/customers/${encodeURIComponent('old / uid')}`);
    await screen.click('button', 'Edit');
    const form = screen.get('dialog', 'Change Mover');
    await screen.fill('Customer ID', 'new / uid', form);
    await screen.click('button', 'Save', form);
    await screen.gone(form);
    await screen.heading('Mover');
    expect(decodeURIComponent(new URL(screen.page.url()).pathname)).toBe('/console/customers/new / uid');
    expect((await rig.admin.get(`/api/keys/${id}`)).body.uuid).toBe('new / uid');
  });

  it('a person is erased once it was said what goes, although devices have a seat, and the name was typed', async () => {
    const { key } = await createLicenseKey(rig.admin, { uid: 'gone-1', pid: 70, seats: 2 });
    await rig.admin.post('/api/customers', { uid: 'gone-1', name: 'Ben Gone' });
    await rig.admin.post('/api/check', { id: key, device: 'a', deviceName: 'Laptop of Ben' });
    const screen = await rig.open('/customers/gone-1?erase=1');
    const dialog = screen.get('dialog', 'Erase this person?');
    await screen.see('the names and addresses of 1 device', dialog);
    expect(await violations(screen)).toEqual([]);
    const erase = screen.get('button', 'Erase permanently', dialog);
    await screen.fill('Type Ben Gone to continue', 'Ben Gone', dialog);
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox').check();
    await erase.click();
    await screen.heading('Customers');
    expect((await rig.admin.get('/api/customers/gone-1')).status).toBe(404);
    expect((await rig.admin.get('/api/keys?uid=gone-1')).body).toHaveLength(1);
  });
}

describeConsole('customers and products', testCustomers);
