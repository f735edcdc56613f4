import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { type Scenario, startScenario } from '../support/scenario';
import { describeIf } from '../support/skipping';
import { fill, kutt, shlink } from '../support/source-databases';
import { createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';

const POSTGRES = process.env.TEST_POSTGRES_URL;
const REASON = 'TEST_POSTGRES_URL names no PostgreSQL server';

let folder: string;
let scenario: Scenario;
let source: TestDatabase;
const path = (name: string) => join(folder, name);
const importFrom = (...args: string[]) =>
  keylink(
    { DATABASE_URL: scenario.database.url, PUBLIC_URL: 'https://go.example.com' },
    'links',
    'import-from',
    ...args,
  );
const told = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('Database: '));
async function links(): Promise<Record<string, unknown>[]> {
  const { body } = await scenario.admin.get('/api/links');
  return (body as Record<string, unknown>[]).map(({ id: _id, creator: _name, creatorID: _creator, ...link }) => link);
}

beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'keylink-moving-in-'))));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  scenario = await startScenario();
  source = await createTestDatabase();
});
afterEach(async () => {
  await scenario.close();
  await source.drop();
});

const KUTT_LINKS = [
  {
    name: 'Sale',
    url: 'https://example.com/sale',
    count: 1204,
    createdAt: String(Date.UTC(2024, 1, 29, 8, 30)),
    expiresAt: Date.UTC(2037, 4, 1, 12),
    title: 'Spring sale',
  },
  { name: 'brand', url: 'https://example.com/brand', count: 0, createdAt: String(Date.UTC(2024, 2, 1)) },
];

async function movesFromKutt(url: string): Promise<void> {
  const problems = [
    'go.example.com/sale, conflict: Another link has this name, and differs in case ("Sale"; names ignore case), url, expiresAt, title, createdAt.',
    expect.stringMatching(/^secret, invalid: It asks for a password/),
    'bad, invalid: It is banned in Kutt.',
    'api, invalid: The name "api" is reserved by the service.',
  ];
  const lost = '1 link has another domain there; here all answer at the usual address.';
  const dry = await importFrom('kutt', url);
  expect(told(dry.stderr)).toEqual(problems);
  expect(told(dry.stdout)).toEqual([
    '6 links: 2 would be created, 3 invalid, 1 in conflict.',
    lost,
    'Nothing was written. Add --write to import them.',
  ]);
  expect(dry.exitCode).toBe(1);
  expect(await links()).toEqual([]);

  const first = await importFrom('kutt', url, '--write');
  expect(told(first.stderr)).toEqual(problems);
  expect(told(first.stdout)).toEqual(['6 links: 2 created, 3 invalid, 1 in conflict.', lost]);
  expect(await links()).toEqual(KUTT_LINKS);

  const again = await importFrom('kutt', url, '--write', '--json', '--errors', path('failed.ndjson'));
  expect(JSON.parse(told(again.stdout).at(-1)!)).toMatchObject({ created: 0, unchanged: 2, lost: { domains: 1 } });
  const failed = readFileSync(path('failed.ndjson'), 'utf8').trim().split('\n');
  expect(JSON.parse(failed[0])).toMatchObject({ name: 'sale', domain: 'go.example.com', result: 'conflict' });
  expect(await links()).toEqual(KUTT_LINKS);
}

it('moves links of Kutt in: nothing without --write, all with it, and nothing twice', async () => {
  await fill(source.url, ...kutt());
  await movesFromKutt(source.url);
}, 60_000);

it('moves links to a domain: beside those of the same names at the usual address', async () => {
  await fill(source.url, ...kutt());
  await scenario.admin.post('/api/domains', { host: 'brand.example' });
  await scenario.admin.post('/api/link', { name: 'sale', url: 'https://example.com/usual' });
  const move = (...args: string[]) => importFrom('kutt', source.url, '--domain', 'Brand.example', ...args);
  const on = '1 link has another domain there; here all answer on brand.example.';
  expect(told((await move()).stdout).slice(0, 2)).toEqual([
    '6 links: 2 would be created, 3 invalid, 1 in conflict.',
    on,
  ]);
  expect(await links()).toHaveLength(1);
  expect(told((await move('--write')).stdout)).toEqual(['6 links: 2 created, 3 invalid, 1 in conflict.', on]);
  const here = KUTT_LINKS.map((link) => ({ ...link, domain: 'brand.example' }));
  expect(await links()).toEqual([expect.objectContaining({ url: 'https://example.com/usual' }), ...here]);
  const again = JSON.parse(told((await move('--write', '--json')).stdout).at(-1)!);
  expect(again).toMatchObject({ created: 0, unchanged: 2, lost: { domains: 1 }, domain: 'brand.example' });
}, 60_000);

async function movesFromShlink(url: string): Promise<void> {
  for (const counted of ['1 would be created', '1 created', '0 created, 1 unchanged']) {
    const result = await importFrom('shlink', url, ...(counted.includes('would') ? [] : ['--write']));
    expect(told(result.stdout).slice(0, 2)).toEqual([
      `4 links: ${counted}, 2 invalid, 1 in conflict.`,
      '1 link has redirect rules, which stay behind.',
    ]);
    expect(told(result.stderr)).toEqual([
      expect.stringMatching(
        /^ABC, conflict: Another link has this name, and differs in case \("aBc"; names ignore case\)/,
      ),
      'later, invalid: It begins on 2037-07-02T10:00:00.000Z; links of keylink begin at once. Import it then.',
      expect.stringMatching(/^a\/b, invalid: name must be/),
    ]);
  }
  const title = 'Long title '.repeat(30).trim();
  expect(await links()).toEqual([
    {
      name: 'aBc',
      url: 'https://example.com/abc',
      count: 42,
      createdAt: String(Date.UTC(2023, 6, 1, 10)),
      expiresAt: Date.UTC(2037, 0, 1),
      maxVisits: 500,
      forwardQuery: true,
      title: `${title.slice(0, 199).trimEnd()}…`,
      tags: 'tag-a,tag-b,tag-c,tag-d,tag-e,tag-f,tag-g,tag-h,tag-i,tag-j',
      note: `${title}\nTags: tag-k, tag-l`,
    },
  ]);
}

it('moves links of Shlink in, with visits, limits and tags, and says what stays behind', async () => {
  await fill(source.url, ...shlink());
  await movesFromShlink(source.url);
}, 60_000);

describeIf(POSTGRES !== undefined && onEmbedded(), REASON)('on PostgreSQL', () => {
  it('reads Kutt and Shlink', async () => {
    for (const [name, statements, moves] of [
      ['keylink_kutt', ["SET TIME ZONE 'UTC'", ...kutt('TIMESTAMPTZ', 'false', 'true')], movesFromKutt],
      ['keylink_shlink', shlink('TIMESTAMP'), movesFromShlink],
    ] as const) {
      const url = new URL(POSTGRES!);
      await fill(POSTGRES!, `DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name}`);
      url.pathname = name;
      try {
        await fill(url.href, ...statements);
        await moves(url.href);
      } finally {
        await fill(POSTGRES!, `DROP DATABASE ${name}`);
      }
      await scenario.close();
      scenario = await startScenario();
    }
  }, 60_000);
});

describeIf(!onEmbedded(), 'YOURLS runs on servers')('on MySQL', () => {
  it('moves links of YOURLS in, over pages, whatever the case', async () => {
    const rows = Array.from(
      { length: 1500 },
      (_, index) => `('p${index}', 'https://example.com/${index}', 'Page', '2022-01-02 03:04:05', '', ${index})`,
    );
    await fill(
      source.url,
      'CREATE TABLE y_url (keyword VARCHAR(100) COLLATE utf8mb4_bin PRIMARY KEY, url TEXT NOT NULL, title TEXT, timestamp TIMESTAMP NOT NULL, ip VARCHAR(41) NOT NULL, clicks INT UNSIGNED NOT NULL)',
      `INSERT INTO y_url VALUES ${rows.join(', ')}, ('P7', 'https://example.com/other', NULL, '2022-01-02 03:04:05', '', 1)`,
    );
    expect(told((await importFrom('yourls', source.url)).stderr)).toEqual([
      'There is no table yourls_url in this database. If YOURLS_DB_PREFIX is not yourls_, add --prefix.',
    ]);
    const { stdout, stderr } = await importFrom('yourls', source.url, '--prefix', 'y_', '--write');
    expect(told(stdout)).toEqual(['1501 links: 1500 created, 1 in conflict.']);
    expect(told(stderr)).toEqual([
      expect.stringMatching(/^p7, conflict: .* differs in case \("P7"; names ignore case\)/),
    ]);
    const { body } = await scenario.admin.get('/api/link/p1499');
    expect(body).toMatchObject({ count: 1499, title: 'Page', createdAt: String(Date.UTC(2022, 0, 2, 3, 4, 5)) });
  }, 60_000);
});

it("reads what Bitly exports: each custom address, and the link's own where there is none", async () => {
  writeFileSync(
    path('links.csv'),
    `\ufeffTitle,Link,Custom Link,Destination URL,Created,Total Engagements,Tags
"Sale, spring",bit.ly/3xYz,go.example.com/Sale,https://example.com/sale,2024-02-29T08:30:00+0000,"1,204","mail,spring"
,https://bit.ly/4abc,,https://example.com/b,2024-03-01,7,
Two,bit.ly/5abc,"go.example.com/two, brand.example/zwei",https://example.com/two,2024-03-01,9,
Odd,bit.ly/6abc,,https://example.com/odd,03/04/2024,9,
`,
  );
  const first = await importFrom('bitly', path('links.csv'), '--write');
  expect(told(first.stderr)).toEqual([expect.stringMatching(/^6abc, invalid: createdAt 03\/04\/2024 may begin with/)]);
  expect(told(first.stdout)).toEqual([
    '5 links: 4 created, 1 invalid.',
    '1 link has another domain there; here all answer at the usual address.',
  ]);
  const second = await importFrom('bitly', path('links.csv'), '--write', '--dates', 'dmy');
  expect(told(second.stdout)[0]).toBe('5 links: 1 created, 4 unchanged.');
  expect(await links()).toEqual([
    {
      name: 'Sale',
      url: 'https://example.com/sale',
      count: 1204,
      createdAt: String(Date.UTC(2024, 1, 29, 8, 30)),
      title: 'Sale, spring',
      tags: 'mail,spring',
    },
    { name: '4abc', url: 'https://example.com/b', count: 7, createdAt: String(Date.UTC(2024, 2, 1)) },
    { name: 'two', url: 'https://example.com/two', count: 9, createdAt: String(Date.UTC(2024, 2, 1)), title: 'Two' },
    { name: 'zwei', url: 'https://example.com/two', count: 0, createdAt: String(Date.UTC(2024, 2, 1)), title: 'Two' },
    expect.objectContaining({ name: '6abc', createdAt: String(Date.UTC(2024, 3, 3)) }),
  ]);
}, 60_000);

it('refuses what is in another encoding than UTF-8, which would lose its letters', async () => {
  const text =
    'Title,Link,Destination URL\nM\u00fcller,bit.ly/one,https://example.com/1\nTwo,bit.ly/two,https://example.com/2\n';
  writeFileSync(path('links.csv'), Buffer.from(text, 'latin1'));
  const { exitCode, stdout, stderr } = await importFrom('bitly', path('links.csv'), '--write');
  expect([exitCode, told(stdout)]).toEqual([1, ['2 links: 1 created, 1 invalid.']]);
  expect(told(stderr)).toEqual(['bit.ly/one, invalid: The row is not valid UTF-8.']);
  writeFileSync(path('links.csv'), Buffer.from(`\ufeff${text}`, 'utf16le'));
  expect(told((await importFrom('bitly', path('links.csv'))).stderr)).toEqual([
    expect.stringMatching(/^This is not a text file in UTF-8\./),
  ]);
  writeFileSync(path('links.csv'), text);
  expect(told((await importFrom('bitly', path('links.csv'), '--write')).stdout)).toEqual([
    '2 links: 1 created, 1 unchanged.',
  ]);
  expect(await links()).toContainEqual(expect.objectContaining({ name: 'one', title: 'M\u00fcller' }));
  writeFileSync(path('links.csv'), 'Link,Destination URL\nbit.ly/three,https://example.com/3\n');
  expect(told((await importFrom('bitly', path('links.csv'), '--write')).stdout)).toEqual(['1 link: 1 created.']);
}, 60_000);

it('takes no links to links of its own domains, in which visitors would go round', async () => {
  await scenario.admin.post('/api/domains', { host: 'brand.example' });
  writeFileSync(path('links.csv'), 'Link,Destination URL\nbit.ly/round,https://brand.example/round\n');
  for (const args of [[], ['--write'], ['--domain', 'brand.example']]) {
    const { stderr } = await importFrom('bitly', path('links.csv'), ...args);
    expect(told(stderr)).toEqual(["round, invalid: url must not be one of the service's own short links."]);
  }
}, 60_000);
