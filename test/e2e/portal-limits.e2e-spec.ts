import { createLicenseKey } from '../support/license-keys';
import { type PortalScenario, startPortal } from '../support/portal';
import { unique } from '../support/scenario';
import { Service } from '../support/service';
import { whenServed } from '../support/when-served';

const AT_ONCE = 100;

let portal: PortalScenario;
let beside: Service;

beforeAll(async () => {
  portal = await startPortal();
  const settings = { PORTAL_URL: portal.url, TRUST_PROXY: '127.0.0.1' };
  beside = await Service.start({ DATABASE_URL: portal.database.url, ...settings });
});
afterAll(async () => {
  await beside.stop('SIGINT');
  await portal.close();
});

/** Sends a form a hundred times at once, to two instances in turn. @returns how many were done */
async function sendAtOnce(uid: string, pathOf: (index: number) => string): Promise<number> {
  const browser = portal.browser();
  await browser.enter(`${uid}@example.com`);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = {
    cookie,
    origin: new URL(portal.url).origin,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const [one, other] = [portal.service.client(null), beside.client(null)];
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      whenServed(() =>
        (index % 2 === 0 ? one : other).send('POST', pathOf(index), { headers, body: `form=${browser.token}` }),
      ),
    ),
  );
  const done = answers.filter(({ status }) => status === 303).length;
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(AT_ONCE - done);
  return done;
}

it('exactly three of a hundred devices are released at once, by two instances', async () => {
  const uid = unique('customer');
  await portal.admin.post('/api/customers', { uid, email: `${uid}@example.com` });
  const key = await createLicenseKey(portal.admin, { uid, seats: AT_ONCE });
  for (let device = 0; device < AT_ONCE; device++)
    await portal.admin.post('/api/check', { id: key.key, device: `device-${device}` });
  expect(await sendAtOnce(uid, (index) => `/portal/keys/${key.id}/devices/${index + 1}/release`)).toBe(3);
  const { body: devices } = await portal.admin.get(`/api/keys/${key.id}/devices?limit=1000`);
  expect(devices.filter(({ hasSeat }: { hasSeat: boolean }) => hasSeat)).toHaveLength(AT_ONCE - 3);
  const { body: audited } = await portal.admin.get(
    `/api/audit?targetType=licenseKey&targetId=${key.id}&action=release`,
  );
  expect(audited).toHaveLength(3);
});

it('exactly one of a hundred replacements is made, and what was the key before works for a day', async () => {
  const uid = unique('customer');
  await portal.admin.post('/api/customers', { uid, email: `${uid}@example.com` });
  const key = await createLicenseKey(portal.admin, { uid });
  expect(await sendAtOnce(uid, () => `/portal/keys/${key.id}/replace`)).toBe(1);
  const former = (await portal.rows.query('SELECT validUntil FROM former_keys WHERE key_id = ?', [key.id])) as {
    validUntil: number | string;
  }[];
  expect(former).toHaveLength(1);
  expect(Math.abs(Number(former[0].validUntil) - Date.now() - 86_400_000)).toBeLessThan(60_000);
  expect((await portal.admin.post('/api/check', { id: key.key })).body.pass).toBe(true);
});

it('one code that is sent five times at once lets somebody in once', async () => {
  const uid = unique('customer');
  await portal.admin.post('/api/customers', { uid, email: `${uid}@example.com` });
  const browser = portal.browser();
  await browser.ask(`${uid}@example.com`);
  const { code } = await browser.mailTo(`${uid}@example.com`);
  const tries = Array.from({ length: 5 }, () => browser.sendForm('/portal/code', { form: browser.token, code }));
  const answers = await Promise.all(tries);
  expect(answers.filter(({ headers }) => headers.location === '/portal/' && headers['set-cookie'])).toHaveLength(1);
  const [{ sessions }] = (await portal.rows.query('SELECT COUNT(*) AS sessions FROM portal_sessions WHERE email = ?', [
    `${uid}@example.com`,
  ])) as [{ sessions: number | string }];
  expect(Number(sessions)).toBe(1);
});
