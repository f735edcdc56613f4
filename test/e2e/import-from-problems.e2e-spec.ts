import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { type Scenario, startScenario } from '../support/scenario';
import { fill, kutt } from '../support/source-databases';
import { createTestDatabase } from '../support/test-database';

let scenario: Scenario;
const importFrom = (...args: string[]) =>
  keylink({ DATABASE_URL: scenario.database.url }, 'links', 'import-from', ...args);
const told = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('Database: '));

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('says in a sentence why it reads nothing', () => {
  it.each<[string, string[], RegExp]>([
    ['a file that is not there', ['kutt', 'nowhere.db'], /^There is no file .*nowhere\.db\.$/],
    ['a file that is no database', ['kutt', __filename], /can't be read: it is not an SQLite database\.$/],
    [
      'a server that is not there',
      ['shlink', 'mysql://me:topsecret@127.0.0.1:1/x'],
      /^127\.0\.0\.1:1\/x can't be read: nothing answers/,
    ],
    [
      'the same for PostgreSQL',
      ['kutt', 'postgres://me:topsecret@127.0.0.1:1/x'],
      /^127\.0\.0\.1:1\/x can't be read: nothing answers/,
    ],
    [
      'another kind of database',
      ['kutt', 'mssql://me:topsecret@host/x'],
      /^keylink can't read such a database; name it as/,
    ],
    ['YOURLS in a file', ['yourls', 'yourls.db'], /^(?:There is no file|YOURLS has its links in MySQL)/],
    ["a file that Bitly didn't write", ['bitly', __filename], /^This is not an export of links from Bitly/],
    ['an empty file', ['bitly', '/dev/null'], /^This is not an export of links from Bitly/],
    [
      'a domain that there is not',
      ['bitly', __filename, '--domain', 'nobody.example'],
      /^There is no domain nobody\.example; create it first: npm run keylink -- domains create --host nobody\.example$/,
    ],
    ['a domain that is none', ['bitly', __filename, '--domain', 'x:80'], /^domain must be a name without a port/],
    ['a program that nobody knows', ['tinyurl', 'x'], /Allowed choices are kutt, yourls, shlink, bitly/],
  ])('%s', async (_, args, sentence) => {
    const { exitCode, stdout, stderr } = await importFrom(...args, '--write');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(told(stderr)[0].replace(/^error: /, '')).toMatch(sentence);
    expect(stderr).not.toContain('topsecret');
  });

  it('an older schema, and that of another program', async () => {
    const source = await createTestDatabase();
    await fill(
      source.url,
      'CREATE TABLE links (id INT, address VARCHAR(255))',
      'CREATE TABLE domains (id INT, authority VARCHAR(255))',
    );
    expect(told((await importFrom('kutt', source.url)).stderr)[0]).toMatch(
      /^This is not a database of Kutt as keylink knows it: its table links has no column target\./,
    );
    expect(told((await importFrom('shlink', source.url)).stderr)[0]).toMatch(
      /^This is not a database of Shlink 4 as keylink knows it: there is no table short_urls\./,
    );
    await source.drop();
  });
});

it('never replaces what it reads by the file of errors', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keylink-links-'));
  const csv = join(folder, 'links.csv');
  const text = 'Link,Destination URL\nbit.ly/abc,https://example.com/\n';
  writeFileSync(csv, text);
  const { exitCode, stderr } = await importFrom('bitly', csv, '--errors', csv);
  expect([exitCode, told(stderr)]).toEqual([1, [`${csv} is the file to import; name another file.`]]);
  expect(readFileSync(csv, 'utf8')).toBe(text);

  const database = join(folder, 'kutt.db');
  await fill(`sqlite:${database}`, ...kutt());
  const before = readFileSync(database);
  const second = await importFrom('kutt', database, '--errors', database);
  expect([second.exitCode, told(second.stderr)]).toEqual([
    1,
    [`${database} is the file to import; name another file.`],
  ]);
  expect(readFileSync(database)).toEqual(before);
  rmSync(folder, { recursive: true });
});
