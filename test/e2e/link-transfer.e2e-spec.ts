import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { counts, CSV, exportFile, importFile, NDJSON, times } from '../support/transfer';

const HEADER =
  'name,url,count,creator,creatorID,createdAt,expiresAt,maxVisits,title,tags,note,forwardQuery,endedUrl,rules,card,hasPassword,domain\n';
const FILE =
  HEADER +
  [
    'Spring-Sale,https://example.com/sale?utm_source=mail,1200,first admin key,1,1767225600000,,,"Frühling, ½ Preis","mail,spring",Am Flyer,true,https://example.com/offers,"[{""os"":[""iOS""],""url"":""https://example.com/app""}]","{""title"":""Sale, ½ price""}",,',
    '\'-dash,"https://example.com/a,b?q=%22x%22",0,"\'=SUM(A1), ""Ann""",\'=1,0,1798761600000,10,,,,,,,,,',
    '~tilde.and_more,https://bücher.example/ünïcödé?🔑=1#@,9007199254740991,ünïcödé,null,999999999999999,,9007199254740991,,x,,,,,,,',
    '7,http://10.0.0.1:8080/,1,x,cli,978307200000,978307200000,1,,,,,,,,,',
  ]
    .map((line) => `${line}\n`)
    .join('');

let scenario: Scenario;
const admin = () => scenario.admin;
const importLinks = (file: string, query = '', type = CSV) =>
  importFile(admin(), `/api/links/import${query}`, file, type);
const exportLinks = (query = '') => exportFile(admin(), `/api/links/export${query}`);
const getLink = async (name: string) => (await admin().get(`/api/link/${name}`)).body as Record<string, unknown>;

beforeAll(async () => {
  scenario = await startScenario({ PUBLIC_URL: 'https://go.example.com' });
});
afterAll(() => scenario.close());

// First of all, while the database is empty.
it('exports what was imported, byte for byte, in the order of the file', async () => {
  expect(await exportLinks()).toBe(HEADER);
  const { rows, summary } = await importLinks(FILE);
  expect([rows.map(({ result }) => result), summary]).toEqual([times(4, () => 'created'), counts(4)]);
  expect(await exportLinks()).toBe(FILE);
  const lines = await exportLinks('?format=ndjson');
  const all = (await admin().get('/api/links')).body as object[];
  expect(lines).toBe(all.map((link) => `${JSON.stringify({ ...link, id: undefined })}\n`).join(''));
  expect((await importLinks(FILE)).summary).toEqual(counts(0, 4));
  expect((await importLinks(lines, '', NDJSON)).summary).toEqual(counts(0, 4));
  expect(await exportLinks()).toBe(FILE);

  const other = await startScenario();
  try {
    expect((await importFile(other.admin, '/api/links/import', lines, NDJSON)).summary).toEqual(counts(4));
    expect(await exportFile(other.admin, '/api/links/export')).toBe(FILE);
  } finally {
    await other.close();
  }
}, 60_000);

it('imports links that lead where they say, and go on counting', async () => {
  const name = unique('visited');
  await importLinks(`name,url,count,maxVisits\n${name},https://example.com/visited,41,42\n`);
  const first = await admin().get(`/${name.toUpperCase()}`);
  expect([first.status, first.headers.location]).toEqual([302, 'https://example.com/visited']);
  expect(await getLink(name)).toMatchObject({ count: 42 });
  expect((await admin().get(`/${name}`)).status).toBe(410);
});

it('takes the importing API key and the time for the origin of a link whose row tells none', async () => {
  const name = unique('origin');
  const before = Date.now();
  await importLinks(`{"name":"${name}","url":"https://example.com/"}\n`, '', NDJSON);
  const link = await getLink(name);
  expect(link).toMatchObject({ count: 0, creator: 'bootstrap', creatorID: '1' });
  expect(Number(link.createdAt)).toBeGreaterThanOrEqual(before);
  expect((await importLinks(`{"name":"${name}","url":"https://example.com/"}\n`, '', NDJSON)).summary).toEqual(
    counts(0, 1),
  );
  const { body: records } = await admin().get(`/api/audit?targetType=link&targetId=${String(link.id)}`);
  expect(records).toEqual([expect.objectContaining({ action: 'create', after: link })]);
});

it('imports links of other creators for an admin key alone, dry runs too', async () => {
  const { id, secret, name } = await createApiKey(admin(), ['links:write', 'links:read']);
  const mover = scenario.service.client(secret);
  const url = 'https://example.com/';
  const row = (origin: object) => JSON.stringify({ name: unique('origin'), url, ...origin });
  const own = { creator: name, creatorID: String(id) };
  const file = [
    row({}),
    row(own),
    row({ creator: 'bootstrap' }),
    row({ creatorID: '1' }),
    row({ ...own, creatorID: '1' }),
  ];
  for (const query of ['?dryRun=true', '']) {
    const { rows } = await importFile(mover, `/api/links/import${query}`, file.join('\n'), NDJSON);
    expect(rows.map(({ result }) => result)).toEqual(['created', 'created', 'invalid', 'invalid', 'invalid']);
    expect(rows.at(-1)!.msg).toMatch(/^Only an API key with the scope "admin" may import links of other creators/);
  }
  const stored = (await admin().get(`/api/links?creator=${encodeURIComponent(name)}`)).body as object[];
  expect(stored).toEqual([expect.objectContaining(own), expect.objectContaining(own)]);
  expect((await importLinks(file.join('\n'), '', NDJSON)).summary).toMatchObject({ created: 3, unchanged: 2 });
});

it('says of each row what became of it, and overwrites nothing', async () => {
  const name = unique('Taken');
  await importLinks(`name,url,count\n${name},https://example.com/1,5\n`);
  await admin().get(`/${name}`);
  const before = await exportLinks();
  const { rows } = await importLinks(
    [
      'name,url,count,creator,createdAt,maxVisits',
      `${name},https://example.com/1,5,,,`,
      `${name},https://example.com/2,5,,,`,
      `${name.toLowerCase()},https://example.com/1,5,,,`,
      `${name},https://example.com/1,7,,,`,
      `${name},https://example.com/1,5,somebody else,,`,
      `${name},https://example.com/1,5,,1000000000000,`,
      `${name},https://example.com/1,5,,,9`,
      ',https://example.com/,,,,',
      'api,https://example.com/,,,,',
      'a b,https://example.com/,,,,',
      'scheme,javascript:alert(1),,,,',
      'own,https://go.example.com/other,,,,',
      'count,https://example.com/,-1,,,',
      'visits,https://example.com/,,,,0',
      'time,https://example.com/,,,yesterday,',
    ].join('\n'),
  );
  expect(
    rows.map(({ result, msg }) => [result, msg?.replace(/^Another link has this name, and differs in /, '')]),
  ).toEqual([
    ['unchanged', undefined],
    ['conflict', 'url.'],
    ['conflict', `case ("${name}"; names ignore case).`],
    ['conflict', 'count.'],
    ['conflict', 'creator.'],
    ['conflict', 'createdAt.'],
    ['conflict', 'maxVisits.'],
    ['invalid', 'Body fields not passed, name and url are required.'],
    ['invalid', 'The name "api" is reserved by the service.'],
    ['invalid', expect.stringMatching(/^name must be/)],
    ['invalid', expect.stringMatching(/^url must be/)],
    ['invalid', expect.stringMatching(/^url must not be/)],
    ['invalid', expect.stringMatching(/^count must be/)],
    ['invalid', expect.stringMatching(/^maxVisits must be/)],
    ['invalid', expect.stringMatching(/^createdAt must be/)],
  ]);
  expect(await exportLinks()).toBe(before);
});

it('writes nothing in a dry run, and notices a name that comes twice, in any case', async () => {
  const name = unique('dry');
  const before = await exportLinks();
  const { rows, summary } = await importLinks(
    `name,url\n${name},https://example.com/\n${name},https://example.com/\n${name.toUpperCase()},https://example.com/\n`,
    '?dryRun=true',
  );
  expect(rows.map(({ result }) => result)).toEqual(['created', 'unchanged', 'conflict']);
  expect(summary).toMatchObject({ dryRun: true });
  // Far behind, too.
  const between = Array.from({ length: 200 }, (_, index) => `${name}-${index},https://example.com/\n`).join('');
  const far = `name,url\n${name},https://example.com/\n${between}${name},https://example.com/\n${name},https://example.com/2\n`;
  const ends = (await importLinks(far, '?dryRun=true')).rows.slice(-2).map(({ result, msg }) => [result, msg]);
  expect(ends).toEqual([
    ['unchanged', undefined],
    ['conflict', 'An earlier link has this name, and differs.'],
  ]);
  expect(await exportLinks()).toBe(before);
});

it('offers a file to be saved', async () => {
  const { headers } = await admin().get('/api/links/export');
  expect(headers['content-disposition']).toBe('attachment; filename="links.csv"');
});
