import { importFile, NDJSON } from '../support/transfer';
import { type Scenario, startScenario, unique } from '../support/scenario';

const URL = 'https://example.com/sale?shop=de#top';
const ENDED = 'https://example.com/offers';

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (fields: object) =>
  (await admin().post('/api/links', { name: unique('target'), url: URL, ...fields })).body;
const visit = (path: string) => scenario.service.client(null).get(path);

beforeAll(async () => {
  scenario = await startScenario({ PUBLIC_URL: 'https://go.example.com' });
});
afterAll(() => scenario.close());

it('hands on the query of a visit when it is told to, but for what the target says itself', async () => {
  const { id, name, ...link } = await create({ forwardQuery: true });
  expect(link.forwardQuery).toBe(true);
  const query = '?utm_source=mail&shop=fr&q=%C3%BC&qr';
  const location = async () => (await visit(`/${name}${query}`)).headers.location;
  expect(await location()).toBe('https://example.com/sale?shop=de&utm_source=mail&q=%C3%BC#top');
  const { body } = await admin().put(`/api/link/${id}`, { forwardQuery: false });
  expect(body).not.toHaveProperty('forwardQuery');
  expect(await location()).toBe(URL);
});

it('sends visitors of a link that has ended to where it says, for no cache to keep', async () => {
  const { name, endedUrl } = await create({ endedUrl: ENDED, maxVisits: 1, forwardQuery: true });
  expect(endedUrl).toBe(ENDED);
  const used = await visit(`/${name}`);
  expect([used.status, used.headers.location]).toEqual([302, URL]);
  for (const path of [`/${name}`, `/${name}?a=1`]) {
    const { status, headers } = await visit(path);
    expect([status, headers.location, headers['cache-control']]).toEqual([302, ENDED, 'no-store']);
  }
  const head = await scenario.service.client(null).head(`/${name}`);
  expect([head.status, head.headers.location]).toEqual([302, ENDED]);
  // Only visits that lead to the target are counted.
  expect((await admin().get(`/api/link/${name}`)).body.count).toBe(1);
  const expired = await create({ endedUrl: ENDED, expiresAt: '2020-01-01' });
  expect((await visit(`/${expired.name}`)).headers.location).toBe(ENDED);
  await admin().put(`/api/link/${expired.id}`, { endedUrl: '' });
  expect((await visit(`/${expired.name}`)).status).toBe(410);
});

it.each([
  [{ endedUrl: 'https://go.example.com/other' }, "endedUrl must not be one of the service's own short links."],
  [{ endedUrl: 'HTTP://GO.example.com:80//other/' }, "endedUrl must not be one of the service's own short links."],
  [{ endedUrl: 'javascript:alert(1)' }, expect.stringMatching(/^endedUrl must be an absolute http or https URL/)],
  [{ endedUrl: `https://example.com/${'ü'.repeat(2000)}` }, expect.stringMatching(/^endedUrl must have at most 2048/)],
  [{ endedUrl: 1 }, expect.stringMatching(/^endedUrl must be text/)],
  [{ forwardQuery: 'yes' }, 'forwardQuery must be true or false.'],
])('refuses %j when a link is created, changed or imported', async (fields, message) => {
  const { id } = await create({});
  const answers = await Promise.all([
    admin().post('/api/links', { url: URL, ...fields }),
    admin().put(`/api/link/${id}`, fields),
  ]);
  for (const { status, body } of answers) expect([status, body.msg]).toEqual([400, message]);
  const row = JSON.stringify({ name: unique('target'), url: URL, ...fields });
  const { rows } = await importFile(admin(), '/api/links/import', row, NDJSON);
  expect(rows).toEqual([expect.objectContaining({ result: 'invalid' })]);
});

it('makes the same link once, and refuses a name that is taken by one that ends elsewhere', async () => {
  const fields = { name: unique('target'), url: URL, endedUrl: ENDED, forwardQuery: true };
  const [first, again, other] = [
    await admin().post('/api/links', fields),
    await admin().post('/api/links', fields),
    await admin().post('/api/links', { ...fields, endedUrl: 'https://example.com/other' }),
  ];
  expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
  expect([other.status, other.body.msg]).toEqual([409, expect.stringContaining('with another endedUrl')]);
});
