import { type Scenario, startScenario, unique } from '../support/scenario';
import { exportFile, importFile, NDJSON } from '../support/transfer';

const URL = 'https://example.com/elsewhere';
const APP = 'https://apps.example.com/app';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const SLACK = 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)';

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (rules: object[], fields: object = {}) => {
  const { status, body } = await admin().post('/api/links', { name: unique('ruled'), url: URL, rules, ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const targetOf = async (path: string, headers: Record<string, string> = {}) =>
  (await scenario.service.client(null).get(path, { headers })).headers.location;

beforeAll(async () => {
  scenario = await startScenario({ PUBLIC_URL: 'https://go.example.com' });
});
afterAll(() => scenario.close());

it('leads where the first rule says that a visit meets, and counts it as any other', async () => {
  const { name, rules } = await create(
    [
      { os: ['ios', 'Android'], query: { from: 'flyer' }, url: `${APP}/flyer` },
      { device: ['mobile'], url: APP },
      { language: ['de'], url: `${URL}/de#preise` },
      { query: { ref: true }, until: '2100-01-01', url: `${URL}/ref` },
      { query: { late: true }, until: '2020-01-01', url: `${URL}/late` },
    ],
    { forwardQuery: true },
  );
  expect(rules[0]).toEqual({ os: ['Android', 'iOS'], query: { from: 'flyer' }, url: `${APP}/flyer` });
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
  const cases: [string, Record<string, string>, string][] = [
    ['?from=flyer', { 'user-agent': IPHONE }, `${APP}/flyer?from=flyer`],
    ['?from=mail', { 'user-agent': IPHONE, ...german }, `${APP}?from=mail`],
    ['', { 'user-agent': WINDOWS, ...german }, `${URL}/de#preise`],
    ['?ref', { 'user-agent': WINDOWS, 'accept-language': 'en-US,de' }, `${URL}/ref?ref`],
    ['?late', { 'user-agent': WINDOWS }, `${URL}?late`],
    // A program is on no device.
    ['', { 'user-agent': SLACK }, URL],
    ['', {}, URL],
  ];
  for (const [query, headers, target] of cases) expect(await targetOf(`/${name}${query}`, headers)).toBe(target);
  expect((await admin().get(`/api/link/${name}`)).body.count).toBe(cases.length);
});

it('gives a share of the visitors a target of its own, each the same all day', async () => {
  const { name } = await create([
    { percent: 50, url: `${URL}/a` },
    { percent: 50, url: `${URL}/b` },
  ]);
  const visitors = Array.from({ length: 300 }, (_, index) => ({ 'user-agent': `${WINDOWS} Edg/${index}.x` }));
  const all = () => Promise.all(visitors.map((headers) => targetOf(`/${name}`, headers)));
  const first = await all();
  const share = (target: string) => first.filter((each) => each === target).length / first.length;
  // Half, and half of the other half: seven standard deviations around.
  expect(Math.abs(share(`${URL}/a`) - 0.5)).toBeLessThan(0.2);
  expect(Math.abs(share(`${URL}/b`) - 0.25)).toBeLessThan(0.18);
  expect(Math.abs(share(URL) - 0.25)).toBeLessThan(0.18);
  expect(await all()).toEqual(first);
}, 30_000);

it('refuses rules that lead back or make no sense, on creation, change and import', async () => {
  const { id, name } = await create([]);
  const cases: [unknown, RegExp][] = [
    [
      [{ os: ['iOS'], url: `https://go.example.com/${name}` }],
      /^The url of rule 1 must not be one of the service's own/,
    ],
    [[{ os: ['iOS'], url: 'app://x' }], /^The url of rule 1 must be an absolute http or https URL/],
    [[{ os: ['Amiga'], url: APP }], /takes Android, iOS/],
    [[{ url: APP }], /has no condition/],
    [{ os: ['iOS'], url: APP }, /^rules must be a list/],
    ['[]', /^rules must be a list/],
  ];
  for (const [rules, message] of cases) {
    for (const { status, body } of [
      await admin().post('/api/links', { url: URL, rules }),
      await admin().put(`/api/link/${id}`, { rules }),
    ])
      expect([status, body.msg]).toEqual([400, expect.stringMatching(message)]);
  }
  const file = cases.slice(0, 4).map(([rules], index) => JSON.stringify({ name: `bad-${index}`, url: URL, rules }));
  const { rows } = await importFile(admin(), '/api/links/import', file.join('\n'), NDJSON);
  expect(rows.map(({ result }) => result)).toEqual(['invalid', 'invalid', 'invalid', 'invalid']);
});

it('shows, changes, audits, exports and imports rules as other fields', async () => {
  const rules = [{ country: ['DE', 'AT'], percent: 20, url: APP }];
  const kept = [{ country: ['AT', 'DE'], percent: 20, url: APP }];
  const { id, name } = await create([{ os: ['iOS'], url: APP }]);
  const { headers } = await admin().get(`/api/link/${name}`);
  const changed = await admin().put(`/api/link/${id}`, { rules }, { headers: { 'if-match': headers.etag! } });
  expect(changed.body.rules).toEqual(kept);
  const late = await admin().put(`/api/link/${id}`, { rules: [] }, { headers: { 'if-match': headers.etag! } });
  expect(late.status).toBe(412);
  const { body: records } = await admin().get(`/api/audit?targetType=link&targetId=${id}`);
  expect(records).toContainEqual(expect.objectContaining({ action: 'update', after: changed.body }));
  const line = (await exportFile(admin(), '/api/links/export')).split('\n').find((each) => each.startsWith(name))!;
  expect(line).toContain('"[{""country"":[""AT"",""DE""],""percent"":20');
  const header = (await exportFile(admin(), '/api/links/export')).split('\n')[0];
  expect((await importFile(admin(), '/api/links/import', `${header}\n${line}\n`)).summary).toMatchObject({
    unchanged: 1,
  });
  const moved = line.replace(name, 'moved-rules');
  expect((await importFile(admin(), '/api/links/import', `${header}\n${moved}\n`)).summary).toMatchObject({
    created: 1,
  });
  expect((await admin().get('/api/link/moved-rules')).body.rules).toEqual(kept);
  expect((await admin().put(`/api/link/${id}`, { rules: [] })).body).not.toHaveProperty('rules');
  const again = await admin().post('/api/links', { name: 'moved-rules', url: URL, rules });
  expect([again.status, again.body.rules]).toEqual([200, kept]);
});
