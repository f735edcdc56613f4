import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { onEmbedded } from '../support/test-database';
import { counts, exportFile, KEY_HEADER, times } from '../support/transfer';
import { describeIf } from '../support/skipping';

let scenario: Scenario;
let folder: string;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, ...args);
const databaseLine = () => expect.stringMatching(/^Database: .*\n$/);
const path = (name: string) => join(folder, name);
const write = (name: string, text: string): string => {
  writeFileSync(path(name), text);
  return path(name);
};

beforeAll(async () => {
  scenario = await startScenario();
  folder = mkdtempSync(join(tmpdir(), 'keylink-files-'));
});
afterAll(async () => {
  await scenario.close();
  rmSync(folder, { recursive: true });
});

// First of all, while the database is empty.
it('imports and exports beside the running service, byte for byte', async () => {
  const text =
    KEY_HEADER +
    times(200, (index) => `"Ann, ${index}",6,key-${index},,true,false,false,0,,${index || ''},,,,,,,,,,\n`).join('');
  const file = write('keys.csv', text);
  const dry = await run('import', file, '--dry-run');
  expect([dry.exitCode, dry.stdout, dry.stderr]).toEqual([0, '200 rows: 200 would be created.\n', databaseLine()]);
  const real = await run('import', file);
  expect([real.exitCode, real.stdout, real.stderr]).toEqual([0, '200 rows: 200 created.\n', databaseLine()]);
  expect((await run('import', file)).stdout).toBe('200 rows: 0 created, 200 unchanged.\n');
  expect(await exportFile(scenario.admin, '/api/keys/export')).toBe(text);
  const { body: records } = await scenario.admin.get('/api/audit?targetType=licenseKey&limit=1');
  expect(records[0].apiKeyName).toMatch(/^command line \(/);

  expect((await run('export')).stdout).toBe(text);
  expect((await run('export', '--out', path('keys.ndjson'))).exitCode).toBe(0);
  expect(statSync(path('keys.ndjson')).mode & 0o777).toBe(0o600);
  expect(readFileSync(path('keys.ndjson'), 'utf8')).toBe(
    await exportFile(scenario.admin, '/api/keys/export?format=ndjson'),
  );
  const again = await run('import', path('keys.ndjson'), '--json');
  expect(JSON.parse(again.stdout.trim().split('\n').at(-1)!)).toEqual(counts(0, 200));
}, 60_000);

it('makes nothing twice when the commands for moving from another system are run again, for licenses without a key too', async () => {
  const lines = times(60, (index) => `moved-${index % 7},6,${index % 3 === 0 ? '' : unique('moved')}\r\n`);
  const file = write('moved.csv', `uid,pid,key\r\n${lines.join('')}`);
  const commands = [
    ['import', file, '--dry-run'],
    ['import', file, '--errors', path('failed.ndjson')],
    ['import', file],
  ];
  const lineCount = async () => (await exportFile(scenario.admin, '/api/keys/export')).split('\n').length;
  const before = await lineCount();
  const outcomes: unknown[] = [];
  for (const command of [...commands, ...commands]) outcomes.push(await run(...command));
  const expected = (stdout: string) => ({ exitCode: 0, stdout, stderr: databaseLine() });
  const unchanged = expected('60 rows: 0 created, 60 unchanged.\n');
  expect(outcomes).toEqual([
    expected('60 rows: 60 would be created.\n'),
    expected('60 rows: 60 created.\n'),
    unchanged,
    expected('60 rows: 0 would be created, 60 unchanged.\n'),
    unchanged,
    unchanged,
  ]);
  expect(await lineCount()).toBe(before + 60);
}, 120_000);

it('tells how a file with rows without a key is imported once it is corrected', async () => {
  const file = write('corrected.csv', 'uid,pid\nann,1\nbob,x\n');
  const { exitCode, stderr } = await run('import', file);
  const [, name] = /--idempotency-key ([0-9a-f]{64})\n$/.exec(stderr)!;
  write('corrected.csv', 'uid,pid\nann,1\nbob,2\n');
  const second = await run('import', file, '--idempotency-key', name);
  expect([exitCode, second.stdout]).toEqual([1, '2 rows: 1 created, 1 unchanged.\n']);
});

it('lists the rows that fail, and ends with exit code 1', async () => {
  const key = unique('wrong');
  const file = write('wrong.csv', `uid,pid,key\nu,x,k\nu,1,${key}\nu,2,${key}\n`);
  const { exitCode, stdout, stderr } = await run('import', file);
  expect([exitCode, stdout]).toEqual([1, '3 rows: 1 created, 1 invalid, 1 in conflict.\n']);
  expect(stderr.trimEnd().split('\n').slice(1)).toEqual([
    'Row 1, invalid: pid must be an integer from 0 to 2147483647.',
    'Row 3, conflict: Another license key has this key, and differs in product.',
  ]);
  const silent = await run('import', file, '--errors', path('errors.ndjson'));
  expect([silent.exitCode, silent.stderr]).toEqual([1, databaseLine()]);
  const errors = readFileSync(path('errors.ndjson'), 'utf8').trimEnd().split('\n');
  expect(errors.map((line) => JSON.parse(line))).toEqual([
    {
      row: 1,
      result: 'invalid',
      msg: expect.any(String),
      problems: [{ column: 'pid', value: 'x', msg: expect.any(String) }],
    },
    { row: 3, result: 'conflict', id: expect.any(Number), msg: expect.any(String) },
  ]);
});

it('imports and exports links', async () => {
  const text =
    'name,url,count,creator,creatorID,createdAt,expiresAt,maxVisits,title,tags,note,forwardQuery,endedUrl,rules,card,hasPassword,domain\nsale,https://example.com/,7,Ann,1,1767225600000,,,,,,,,,,,\n';
  expect((await run('import', write('links.csv', text), '--links')).stdout).toBe('1 row: 1 created.\n');
  expect((await run('export', '--links')).stdout).toBe(text);
  const own = write('own.csv', 'name,url\nown,https://go.example.com/sale\n');
  const environment = { DATABASE_URL: scenario.database.url, PUBLIC_URL: 'https://go.example.com' };
  expect((await keylink(environment, 'import', own, '--links')).stderr).toMatch(/^Row 1, invalid: url must not be/m);
  await scenario.admin.post('/api/domains', { host: 'shop.example' });
  const domains = write('domains.csv', 'name,url\nround,https://shop.example/sale\nroot,https://shop.example/\n');
  const { stdout, stderr } = await run('import', domains, '--links');
  expect(stdout).toBe('2 rows: 1 created, 1 invalid.\n');
  expect(stderr).toMatch(/^Row 1, invalid: url must not be one of the service's own short links\.$/m);
});

it('says where a file can not be read on, and how it goes on once it is corrected', async () => {
  const file = write('open.csv', 'uid,pid\nu,1\n"open,1\n');
  const { exitCode, stdout } = await run('import', file);
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^1 row: 1 created\.\nIt ended early\. The quotes/)]);
  const [, name] = /To go on, correct the file and import it again:\n.* --idempotency-key ([0-9a-f]{64})\n$/.exec(
    stdout,
  )!;
  write('open.csv', 'uid,pid\nu,1\nopen,1\n');
  const second = await run('import', file, '--idempotency-key', name);
  expect([second.exitCode, second.stdout]).toEqual([0, '2 rows: 1 created, 1 unchanged.\n']);
});

// What doesn't depend on the database is shown once.
describeIf(onEmbedded(), 'is of the embedded database alone')('a command that can not be done', () => {
  it.each<[string, string[], RegExp]>([
    ['a file that is not there', ['import', 'nowhere.csv'], /^nowhere\.csv: there is no such file or folder\.$/m],
    ['a file of unknown format', ['import', 'keys.txt'], /^The name of the file does not show its format/],
    ['a product of links', ['import', 'links.csv', '--links', '--pid', '6'], /^--pid is for license keys; links have/m],
    ['an unknown format', ['import', 'keys.csv', '--format', 'xml'], /Allowed choices are csv, ndjson/],
    [
      'a file that can not be written',
      ['export', '--out', '/nowhere/keys.csv'],
      /^\/nowhere\/keys\.csv: there is no such/m,
    ],
  ])('is refused with one sentence and exit code 1: %s', async (_, args, message) => {
    const { exitCode, stdout, stderr } = await run(...args);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n +at /);
  });
});
