import { createLicenseKey } from '../support/license-keys';
import { type PortalScenario, startPortal } from '../support/portal';
import { unique } from '../support/scenario';

let portal: PortalScenario;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

it('counts in its metrics who asked, came in or did not, and what was done', async () => {
  const counts = async () => {
    const { text } = await portal.admin.get('/metrics');
    const found = [...text.matchAll(/^keylink_portal_\w+_total\{\w+="(\w+)"\} (\d+)$/gm)];
    return Object.fromEntries(found.map(([, name, count]) => [name, Number(count)])) as Record<string, number>;
  };
  const before = await counts();
  const uid = unique('customer');
  const email = `${uid}@example.com`;
  await portal.admin.post('/api/customers', { uid, email });
  const key = await createLicenseKey(portal.admin, { uid, seats: 1 });
  await portal.admin.post('/api/check', { id: key.key, device: 'laptop' });
  const browser = portal.browser();
  await browser.enter(email);
  const [{ id: device }] = (await portal.admin.get(`/api/keys/${key.id}/devices`)).body;
  expect((await browser.submit(`/portal/keys/${key.id}/devices/${device}/release`)).status).toBeLessThan(400);
  const stranger = portal.browser();
  await stranger.ask(`${unique('nobody')}@example.com`);
  expect((await stranger.submit('/portal/code', { code: '12345678' })).status).toBe(400);
  const after = await counts();
  const more = (name: string) => after[name] - (before[name] ?? 0);
  expect(['asked', 'passed', 'refused', 'release'].map(more)).toEqual([2, 1, 1, 1]);
});
