import { previewers } from '../fixtures/previewers';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { exportFile, importFile, NDJSON } from '../support/transfer';

const TARGET = 'https://example.com/secret-sale';
const CARD = {
  title: 'Half price </title><script>alert(1)</script> & "more"',
  description: "Until Sunday, d'accord?",
  image: 'https://bücher.example/sale.png?a=1&b=2',
};
const SLACK = { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' };

let scenario: Scenario;
const admin = () => scenario.admin;
const visitor = () => scenario.service.client(null);
const create = async (fields: object = {}) => {
  const { status, body } = await admin().post('/api/links', { name: unique('card'), url: TARGET, ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const countOf = async (name: string) => (await admin().get(`/api/link/${name}`)).body.count;
const look = (name: string, headers: Record<string, string> = SLACK) => visitor().get(`/${name}`, { headers });

beforeAll(async () => {
  scenario = await startScenario({ PUBLIC_URL: 'https://go.example.com' });
});
afterAll(() => scenario.close());

it('is what programs see, escaped, and people are led on as before', async () => {
  const { name } = await create({ card: CARD });
  const { status, headers, text } = await look(name);
  expect([status, headers['content-type'], headers.location]).toEqual([200, 'text/html; charset=utf-8', undefined]);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  const title = 'Half price &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;';
  const image = 'https://xn--bcher-kva.example/sale.png?a=1&amp;b=2';
  for (const tag of [
    `<title>${title}</title>`,
    `<meta property="og:title" content="${title}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:description" content="Until Sunday, d&#39;accord?">',
    `<meta property="og:image" content="${image}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    `<meta name="twitter:image" content="${image}">`,
    '<meta name="description" content="Until Sunday, d&#39;accord?">',
  ])
    expect(text).toContain(`${tag}\n`);
  expect(text).not.toMatch(/<script|secret-sale/);
  expect((await visitor().head(`/${name}`)).headers.location).toBeUndefined();
  expect(await countOf(name)).toBe(0);
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };
  const person = await look(name, browser);
  expect([person.status, person.headers.location]).toEqual([302, TARGET]);
  // A browser asks again once a person follows the link.
  expect((await look(name, { ...browser, 'sec-purpose': 'prefetch' })).status).toBe(425);
  expect(await countOf(name)).toBe(1);
});

it('shows its target to no program, limited or not', async () => {
  const names = [await create({ card: CARD }), await create({ card: { title: 'Few' }, maxVisits: 1 })].map(
    ({ name }) => name,
  );
  for (const name of names)
    for (const headers of previewers) {
      const { status, text, headers: answered } = await look(name, headers);
      expect([answered.location, text.includes(TARGET)]).toEqual([undefined, false]);
      expect([200, 425]).toContain(status);
    }
  expect(await Promise.all(names.map(countOf))).toEqual([0, 0]);
  const few = await look(names[1]);
  expect(few.text).toContain('<meta name="twitter:card" content="summary">');
  expect(few.text).not.toContain('og:image');
});

it('leads programs on without one, and keeps it back behind a password', async () => {
  const { id, name } = await create();
  expect((await look(name)).headers.location).toBe(TARGET);
  await admin().put(`/api/link/${id}`, { card: CARD, password: 'sesame' });
  expect((await look(name)).text).not.toMatch(/og:|Half price/);
  await admin().put(`/api/link/${id}`, { password: null });
  expect((await look(name)).text).toContain('og:title');
  const cleared = await admin().put(`/api/link/${id}`, { card: {} });
  expect(cleared.body).not.toHaveProperty('card');
  expect((await look(name)).headers.location).toBe(TARGET);
});

it('is audited, tagged, exported and imported as other fields, and refused in words', async () => {
  const card = { title: 'Sale', image: 'https://example.com/a.png' };
  const { id, name } = await create({ card: { image: card.image, title: 'Sale' } });
  const { headers, body } = await admin().get(`/api/link/${name}`);
  expect(body.card).toEqual(card);
  const changed = await admin().put(`/api/link/${id}`, { card: CARD });
  expect(changed.body.card).toEqual(CARD);
  const late = await admin().put(`/api/link/${id}`, { card: {} }, { headers: { 'if-match': headers.etag! } });
  expect([late.status, late.body.now]).toEqual([412, { card: CARD }]);
  const { body: records } = await admin().get(`/api/audit?targetType=link&targetId=${id}`);
  expect(records).toContainEqual(expect.objectContaining({ action: 'update', after: changed.body }));
  const [header, ...lines] = (await exportFile(admin(), '/api/links/export')).split('\n');
  const line = lines.find((each) => each.startsWith(`${name},`))!;
  const again = await importFile(admin(), '/api/links/import', `${header}\n${line}\n`);
  expect(again.summary).toMatchObject({ unchanged: 1 });
  const moved = await importFile(admin(), '/api/links/import', `${header}\n${line.replace(name, 'moved-card')}\n`);
  expect(moved.summary).toMatchObject({ created: 1 });
  expect((await admin().get('/api/link/moved-card')).body.card).toEqual(CARD);
  const cases: [unknown, RegExp][] = [
    [[], /^card must be an object with a title/],
    [{ description: 'x' }, /^card must have a title/],
    [{ title: 'x'.repeat(201) }, /^The title of card must be text of 1 to 200 characters/],
    [{ title: 'x', image: 'javascript:alert(1)' }, /^The image of card must be an absolute http or https URL/],
    [{ title: 'x', image: 'https://go.example.com/sale' }, /^The image of card must not be one of the service's own/],
    [{ title: 'x', url: TARGET }, /^card has "url"/],
  ];
  for (const [wrong, message] of cases) {
    for (const { status, body: refused } of [
      await admin().post('/api/links', { url: TARGET, card: wrong }),
      await admin().put(`/api/link/${id}`, { card: wrong }),
    ])
      expect([status, refused.msg]).toEqual([400, expect.stringMatching(message)]);
    const row = JSON.stringify({ name: unique('bad'), url: TARGET, card: wrong });
    const { rows } = await importFile(admin(), '/api/links/import', row, NDJSON);
    expect(rows).toEqual([expect.objectContaining({ result: 'invalid', msg: expect.stringMatching(message) })]);
  }
});
