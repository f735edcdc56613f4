import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { type PortalBrowser, type PortalScenario, startPortal } from '../support/portal';
import { unique } from '../support/scenario';

const DAY = 86_400_000;

let portal: PortalScenario;

beforeAll(async () => {
  portal = await startPortal({ RELEASE_BUCKET: 'https://AKIAEXAMPLE:secret@bucket.example.com/' });
  await portal.admin.post('/api/products', { pid: PRODUCT, name: 'Atlas' });
});
afterAll(() => portal.close());

async function createCustomer(fields: object = {}): Promise<{ uid: string; email: string }> {
  const uid = unique('customer');
  const customer = { uid, email: `${uid}@example.com`, ...fields };
  const { status, text } = await portal.admin.post('/api/customers', customer);
  if (status !== 201) throw new Error(`No customer was created: ${text}`);
  return customer;
}

/** A customer with a license key, who is signed in. */
async function enter(fields: object = {}) {
  const customer = await createCustomer();
  const key = await createLicenseKey(portal.admin, { uid: customer.uid, ...fields });
  const browser = portal.browser();
  await browser.enter(customer.email);
  return { customer, key, browser };
}

const check = (id: string, device?: string) => portal.admin.post('/api/check', { id, device });
const cookiesOf = ({ cookies }: PortalBrowser) => [...cookies.values()].join();

describe('signing in', () => {
  it('lets a customer in by a code, whatever the case of the address, and shows all keys of all records with it', async () => {
    const email = `${unique('Anna.Tanaka')}@Example.com`;
    const [one, other] = [await createCustomer({ email }), await createCustomer({ email: email.toUpperCase() })];
    const keys = [];
    for (const { uid } of [one, other]) keys.push(await createLicenseKey(portal.admin, { uid }));
    const stranger = await createLicenseKey(portal.admin);
    const browser = portal.browser();
    const asked = await browser.ask(email.toLowerCase());
    expect(asked.text).toContain(`If there are licenses for ${email.toLowerCase()}`);
    const { code } = await browser.mailTo(email);
    expect(code).toMatch(/^\d{8}$/);
    const before = cookiesOf(browser);
    const { text } = await browser.submit('/portal/code', { code: `${code.slice(0, 4)} ${code.slice(4)}` });
    expect(cookiesOf(browser)).not.toBe(before);
    for (const { id, key } of keys) {
      expect(text).toContain(`href="/portal/keys/${id}"`);
      expect(text).not.toContain(key);
    }
    expect(text).not.toContain(`/portal/keys/${stranger.id}"`);
    expect((await browser.submit('/portal/code', { code })).text).toContain('Your licenses');
  });

  it('takes a code once, not after five wrong ones, and only in the browser that asked', async () => {
    const { email } = await createCustomer();
    const [browser, other] = [portal.browser(), portal.browser()];
    await browser.ask(email);
    const { code } = await browser.mailTo(email);
    await other.ask(`${unique('nobody')}@example.com`);
    expect((await other.submit('/portal/code', { code })).status).toBe(400);
    for (let wrong = 0; wrong < 5; wrong++) {
      const answer = await browser.submit('/portal/code', { code: wrong === 0 ? 'abc' : '00000000' });
      expect(answer.text).toContain('This code is wrong or no longer valid');
    }
    expect((await browser.submit('/portal/code', { code })).status).toBe(400);
    await browser.enter(email);
    const again = await browser.get('/portal/code');
    expect([again.status, again.headers.location]).toEqual([303, '/portal/']);
  });

  it('lets nobody in by a code that is over', async () => {
    const { email } = await createCustomer();
    const browser = portal.browser();
    await browser.ask(email);
    const { code } = await browser.mailTo(email);
    await portal.rows.query('UPDATE portal_sign_ins SET expiresAt = 1 WHERE email = ?', [email]);
    const { status, text } = await browser.submit('/portal/code', { code });
    expect([status, text]).toEqual([400, expect.stringContaining('This code is wrong or no longer valid')]);
    expect(text).toContain('Send me a code');
  });

  it('works by a link that ten scanners have opened before, in the browser that asked', async () => {
    const { email } = await createCustomer();
    const browser = portal.browser();
    await browser.ask(email);
    const { link } = await browser.mailTo(email);
    for (let scanner = 0; scanner < 10; scanner++) {
      const opened = await portal.browser().open(link);
      expect([opened.status, opened.text.includes('only in the browser in which you asked')]).toEqual([403, true]);
    }
    const pressing = portal.browser();
    await pressing.open('/portal');
    expect((await pressing.press(link)).status).toBe(403);
    for (let time = 0; time < 10; time++) expect((await browser.open(link)).status).toBe(200);
    expect((await browser.press(link)).text).toContain(`Signed in as ${email}`);
    expect((await browser.open(link)).status).toBe(410);
  });

  it('ends with the session: by signing out, after half an hour, and once the address is another one', async () => {
    const { browser, customer } = await enter();
    const [own] = browser.cookies.values();
    expect((await browser.submit('/portal/sign-out')).text).toContain('Sign in to your licenses');
    browser.cookies.set('keylink-portal', own);
    expect((await browser.open('/portal')).text).toContain('Sign in to your licenses');
    await browser.enter(customer.email);
    await portal.rows.query('UPDATE portal_sessions SET lastUsedAt = ? WHERE email = ?', [
      Date.now() - 31 * 60_000,
      customer.email,
    ]);
    const { text } = await browser.open('/portal/address');
    expect(text).toContain('You are not signed in, or no longer');
    await browser.enter(customer.email);
    await portal.admin.put(`/api/customers/${customer.uid}`, { email: 'elsewhere@example.com' });
    expect((await browser.open('/portal')).text).toContain('There are no licenses for this email address');
  });

  it('works by a link of the shop, once, in any browser', async () => {
    const { uid } = await createCustomer({ email: '' });
    const key = await createLicenseKey(portal.admin, { uid });
    const { status, body } = await portal.admin.post('/api/portal/links', { uid });
    expect([status, body.url]).toEqual([201, expect.stringMatching(/\/portal\/link\/[\w-]{43}$/)]);
    expect(Math.abs(body.validUntil - Date.now() - 600_000)).toBeLessThan(5000);
    const { pathname } = new URL(body.url as string);
    const browser = portal.browser();
    for (const each of [portal.browser(), browser]) expect((await each.open(pathname)).status).toBe(200);
    expect((await browser.press(pathname)).text).toContain(`/portal/keys/${key.id}`);
    const late = portal.browser();
    await late.open('/portal');
    expect((await late.press(pathname)).status).toBe(410);
    expect((await browser.open('/portal/address')).status).toBe(404);
    expect((await portal.admin.post('/api/portal/links', { uid: 'nobody' })).status).toBe(404);
    const [audited] = (await portal.admin.get('/api/audit?targetType=session&action=create')).body;
    expect(audited).toMatchObject({ after: { portalOf: uid }, apiKeyName: expect.stringMatching(/./) });
  });
});

describe('a license key', () => {
  it('is shown on demand, with plan, end, updates, devices, uses and downloads', async () => {
    const code = unique('plan');
    const meters = { exports: { limit: 500, period: 'month' } };
    await portal.admin.post(`/api/products/${PRODUCT}/plans`, { code, name: 'Pro', seats: 3, updates: 'P1Y', meters });
    const release = (version: string, more: object = {}) =>
      portal.admin.post(`/api/products/${PRODUCT}/releases`, {
        version,
        url: `https://example.com/${version}.zip`,
        ...more,
      });
    await release('2.1.0', { notes: 'Faster <exports>.', url: 'https://bucket.example.com/2.1.0.zip' });
    await release('2.2.0-beta.1', { channel: 'beta' });
    await release('9.0.0', { releasedAt: Date.now() + 800 * DAY });
    const { browser, key } = await enter({ plan: code, expiresAt: Date.UTC(2030, 0, 31) });
    await check(key.key, 'laptop');
    await portal.admin.post(`/api/keys/${key.id}/uses`, { meter: 'exports', useId: 'one', amount: 3 });
    const page = `/portal/keys/${key.id}`;
    const { text } = await browser.open(page);
    expect(text).not.toContain(key.key);
    const words = ['License for Atlas', 'Pro', '31 January 2030', 'Valid', '1 of 3 in use', '3 of 500 used a month'];
    for (const word of words) expect(text).toContain(word);
    expect(text).toMatch(/href="https:\/\/bucket\.example\.com\/2\.1\.0\.zip\?X-Amz-[^"]+-Signature=[0-9a-f]{64}"/);
    expect(text).toContain('Faster &lt;exports&gt;.');
    for (const hidden of ['2.2.0-beta.1', '9.0.0']) expect(text).not.toContain(hidden);
    expect((await browser.submit(`${page}/show`)).text).toContain(key.key);
    await portal.admin.put(`/api/keys/${key.id}`, { disabled: true });
    const disabled = await browser.open(page);
    expect(disabled.text).toContain('Disabled');
    expect(disabled.text).not.toContain('2.1.0.zip');
  });

  it('loses a device by the customer, as often as the plan says, and the audit and the events say who did it', async () => {
    const code = unique('plan');
    const plan = { code, name: 'Pro', seats: 5, portalReleases: 2 };
    expect((await portal.admin.post(`/api/products/${PRODUCT}/plans`, plan)).body).toMatchObject({ portalReleases: 2 });
    const { browser, key, customer } = await enter({ plan: code });
    for (const device of ['one', 'two', 'three']) await check(key.key, device);
    const release = (device: number) => browser.submit(`/portal/keys/${key.id}/devices/${device}/release`);
    expect((await release(1)).text).toContain('The device was released');
    expect((await release(1)).text).toContain('You can release 1 of 2 devices');
    expect((await release(2)).text).toContain('You have released 2 devices in the last 30 days');
    const refused = await release(3);
    expect([refused.status, refused.text.includes('as often as is possible')]).toEqual([409, true]);
    const { body: devices } = await portal.admin.get(`/api/keys/${key.id}/devices`);
    expect(devices.filter(({ hasSeat }: { hasSeat: boolean }) => hasSeat)).toHaveLength(1);
    const [audited] = (await portal.admin.get(`/api/audit?targetType=licenseKey&targetId=${key.id}`)).body;
    expect(audited).toMatchObject({ action: 'release', apiKeyId: null, apiKeyName: `customer ${customer.uid}` });
    const { body: events } = await portal.admin.get('/api/events?types=device.released&wait=1&limit=1000');
    expect(events.at(-1)).toMatchObject({ actor: { type: 'customer', name: `customer ${customer.uid}` } });
    await portal.rows.query('UPDATE portal_acts SET at = at - ?', [30 * DAY]);
    expect((await release(3)).text).toContain('You can release 1 of 2 devices');
  });

  it('gets a new value once a day, and the one before works for a day more', async () => {
    const { browser, key } = await enter();
    expect((await browser.open(`/portal/keys/${key.id}/replace`)).text).toContain('ends after 24 hours');
    expect((await browser.submit(`/portal/keys/${key.id}/replace`)).text).toContain('You have a new license key');
    const { body } = await portal.admin.get(`/api/keys/${key.id}`);
    expect(body.key).not.toBe(key.key);
    expect((await check(key.key)).body.pass).toBe(true);
    expect((await browser.submit(`/portal/keys/${key.id}/replace`)).status).toBe(409);
    expect((await portal.admin.get(`/api/keys/${key.id}`)).body.key).toBe(body.key);
    await portal.admin.put(`/api/keys/${key.id}`, { disabled: true });
    await portal.rows.query('DELETE FROM portal_acts WHERE key_id = ?', [key.id]);
    expect((await browser.submit(`/portal/keys/${key.id}/replace`)).text).toContain('This license is disabled');
  });
});

describe('another email address', () => {
  it('counts once both mailboxes have confirmed it', async () => {
    const { browser, customer } = await enter();
    const wanted = `${unique('New')}@example.com`;
    expect((await browser.submit('/portal/address', { email: customer.email.toUpperCase() })).text).toContain(
      'the address that you have already',
    );
    expect((await browser.submit('/portal/address', { email: 'nobody' })).status).toBe(400);
    await browser.submit('/portal/address', { email: wanted });
    const [from, to] = [
      await browser.mailTo(customer.email, 'addressChange'),
      await browser.mailTo(wanted, 'addressChange'),
    ];
    const emailNow = async () => (await portal.admin.get(`/api/customers/${customer.uid}`)).body.email as string;
    const byShop = portal.browser();
    const { pathname } = new URL(
      (await portal.admin.post('/api/portal/links', { uid: customer.uid })).body.url as string,
    );
    await byShop.open(pathname);
    expect((await byShop.press(pathname)).text).not.toContain('Sign in to your licenses');
    const phone = portal.browser();
    for (let scanner = 0; scanner < 10; scanner++) expect((await phone.open(to.link)).status).toBe(200);
    const half = await phone.submit('/portal/address/confirm', { token: to.link.split('/').at(-1)! });
    expect(half.text).toContain('Now the other address has to confirm it too');
    expect(await emailNow()).toBe(customer.email);
    expect((await browser.open('/portal/address')).text).toContain('The new address is confirmed');
    expect((await browser.submit('/portal/address/code', { code: '12345678' })).text).toContain('This code is wrong');
    const done = await browser.submit('/portal/address/code', { code: from.code });
    expect(done.text).toContain(`your licenses belong to ${wanted} now`);
    expect(await emailNow()).toBe(wanted);
    for (const each of [browser, byShop]) {
      expect((await each.open('/portal')).text).toContain('Sign in to your licenses');
    }
    const [audited] = (await portal.admin.get('/api/audit?targetType=customer&action=update')).body;
    expect(audited).toMatchObject({ apiKeyName: `customer ${customer.uid}`, after: { email: wanted } });
    expect((await phone.open(from.link)).status).toBe(410);
    expect((await browser.enter(wanted)).text).toContain(`Signed in as ${wanted.toLowerCase()}`);
  });
});

describe('what operators see of it', () => {
  it('is what the customer sees, and nothing can be done there', async () => {
    const { customer, key } = await enter();
    const path = `/api/customers/${customer.uid}/portal`;
    for (const query of ['', `?key=${key.id}`]) {
      const { status, text, headers } = await portal.admin.get(path + query);
      expect([status, text.includes(`what the customer ${customer.uid} sees`)]).toEqual([200, true]);
      expect(headers['content-security-policy']).toContain("form-action 'none'");
      expect(text).not.toMatch(/<form|<button/);
      expect(text).not.toContain(key.key);
    }
    const other = await createLicenseKey(portal.admin);
    expect((await portal.admin.get(`${path}?key=${other.id}`)).status).toBe(404);
    expect((await portal.admin.get('/api/customers/nobody/portal')).status).toBe(404);
  });
});
