import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink, keylinkForProgram } from '../support/command-line';
import { ROOT } from '../support/root';
import { type Scenario, startScenario } from '../support/scenario';
import { times } from '../support/transfer';
import { describeIf } from '../support/skipping';

const MAIN = join(ROOT, 'dist/cli/main.js');
const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

let scenario: Scenario;
let folder: string;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, ...args);

beforeAll(async () => {
  scenario = await startScenario();
  folder = mkdtempSync(join(tmpdir(), 'keylink-words-'));
});
afterAll(async () => {
  await scenario.close();
  rmSync(folder, { recursive: true });
});

it.each(['--version', '-v'])('tells its version on %s', async (option) => {
  expect(await keylink({}, option)).toEqual({ exitCode: 0, stdout: `${VERSION}\n`, stderr: '' });
});

it('answers JSON on --json, whatever the command', async () => {
  const file = join(folder, 'one.csv');
  writeFileSync(file, 'uid,pid,key\nann,1,one-1\n');
  const json = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await run(...args, '--json');
    expect([args, exitCode, stderr]).toEqual([args, 0, expect.stringMatching(/^Database: sqlite:\/.*\n$/)]);
    return JSON.parse(stdout);
  };
  const created = await json('api-keys', 'create', '--name', 'x', '--scopes', 'check', '--expires-at', '2100-01-01');
  expect(created).toMatchObject({ id: expect.any(Number), expiresAt: Date.UTC(2100, 0) });
  expect(await json('api-keys', 'list')).toHaveLength(2);
  expect(await json('api-keys', 'rotate', String(created.id))).toMatchObject({ id: created.id });
  expect(await json('api-keys', 'revoke', String(created.id))).toMatchObject({ id: created.id });
  expect(await json('doctor')).toMatchObject({ ok: true });
  expect(await json('import', file)).toMatchObject({ complete: true, created: 1 });
  expect(await json('export')).toMatchObject({ key: 'one-1' });
  const out = join(folder, 'out.csv');
  expect(await json('export', '--out', out)).toEqual({ file: out, format: 'csv', records: 1 });
}, 90_000);

it('answers a program in JSON by itself, failures too', async () => {
  const environment = { DATABASE_URL: scenario.database.url };
  const forProgram = (...args: string[]) => keylinkForProgram(environment, ...args);
  const [key] = JSON.parse((await forProgram('keys', 'create', '--uid', 'bea', '--pid', '1')).stdout) as object[];
  expect(key).toMatchObject({ uuid: 'bea', product: 1 });
  expect(JSON.parse((await forProgram('keys', 'list', '--uid', 'bea')).stdout)).toEqual([expect.objectContaining(key)]);
  const failed = await forProgram('keys', 'show', 'nobody');
  expect([failed.exitCode, JSON.parse(failed.stdout)]).toEqual([1, { msg: expect.stringMatching(/./) }]);
  const { stdout } = await forProgram('keys', 'list', '--uid', 'bea', '--no-json');
  expect(stdout).toMatch(/^ID +KEY +UID .*\n\d+ .* bea .*\n$/);
  expect(JSON.parse((await forProgram('doctor')).stdout)).toMatchObject({ ok: true });
  expect(JSON.parse((await forProgram('migrate', '--plan')).stdout)).toEqual({ pending: [], seconds: 0 });
  expect((await forProgram('export', '--format', 'csv')).stdout).toMatch(/^uuid,product,key,/);
}, 60_000);

it('says what an export with --out has written, and where', async () => {
  const out = join(folder, 'links.ndjson');
  const { exitCode, stdout } = await run('export', '--links', '--out', out);
  expect([exitCode, stdout]).toEqual([0, `0 links written to ${out} (ndjson).\n`]);
});

it.each<[string, string[], RegExp]>([
  ['an unknown command', ['destroy'], /^unknown/],
  ['a missing option', ['api-keys', 'create', '--name', 'x'], /^required option '--scopes/],
  ['a wrong scope', ['api-keys', 'create', '--name', 'x', '--scopes', 'root'], /^scopes must be/],
  ['an unknown key', ['api-keys', 'rotate', '999999'], /^The specified API key was not found\.$/],
  ['a file that is not there', ['import', 'nowhere.csv'], /^nowhere\.csv: there is no such file or folder\.$/],
  ['a folder for a file', ['license', 'sign', '/'], /^What was named as a file is a folder\.$/],
  ['CSV for who wants JSON', ['export', '--format', 'csv'], /--out/],
  ['a wrong address', ['doctor', '--peer', 'proxy'], /^--peer must be/],
])('answers JSON on --json to %s, and tells people besides', async (_, args, message) => {
  const { exitCode, stdout, stderr } = await run(...args, '--json');
  expect([exitCode, JSON.parse(stdout)]).toEqual([1, { msg: expect.stringMatching(message) }]);
  expect(stderr).toContain(JSON.parse(stdout).msg);
});

it('says on which database it works, without the password', async () => {
  const { stderr } = await keylink(
    { DATABASE_URL: 'mysql://app:hunter2@127.0.0.1:1,[::1]:2/shop' },
    'api-keys',
    'list',
  );
  expect(stderr).toMatch(/^Database: mysql:\/\/app@127\.0\.0\.1:1,\[::1\]:2\/shop\nDATABASE_URL: nothing answers at /);
  expect(stderr).not.toContain('hunter2');
});

it('makes no database that nobody asked for', async () => {
  const file = join(folder, 'data', 'other.db');
  writeFileSync(join(folder, 'some.csv'), 'uid,pid,key\nann,1,some-1\n');
  const commands = [
    ['api-keys', 'create', '--name', 'x', '--scopes', 'admin'],
    ['import', join(folder, 'some.csv')],
    ['export'],
    ['doctor'],
  ];
  for (const command of commands) {
    const { exitCode, stdout, stderr } = await keylink({ DATABASE_URL: `sqlite:${file}` }, ...command);
    expect([command, existsSync(join(folder, 'data'))]).toEqual([command, false]);
    if (command[0] === 'doctor') continue;
    expect([command, exitCode, stdout]).toEqual([command, 1, '']);
    expect(stderr).toContain(`There is no database at ${file}. That is what DATABASE_URL names.`);
  }
}, 60_000);

// The bar, and with it the hidden cursor, are there in a terminal only.
const describeInTerminal = describeIf(
  process.platform === 'linux' && existsSync('/usr/bin/script'),
  'needs the program script of Linux',
);

describeInTerminal('in a terminal', () => {
  it.each([
    ['a table', '', /^NAME|^ID /],
    ['JSON in a pipe', ' | cat', /^\[\r\n/],
  ])('prints %s', (_, behind, printed) => {
    const command = `'${process.execPath}' '${MAIN}' api-keys list 2>/dev/null${behind}`;
    const env = { PATH: process.env.PATH, DATABASE_URL: scenario.database.url, SHELL: '/bin/sh' };
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { env, cwd: folder, encoding: 'utf8' });
    expect(stdout).toMatch(printed);
  });

  it('gives the cursor back on Ctrl-C in an import, and says how to go on', async () => {
    const rows = 10_000;
    const file = join(folder, "Ann's keys.csv");
    writeFileSync(file, `uid,pid,key\n${times(rows, (index) => `ann,1,many-${index}\n`).join('')}`);
    const command = `exec '${process.execPath}' '${MAIN}' import "${file}"`;
    const terminal = spawn('script', ['-qfec', command, '/dev/null'], {
      env: { PATH: process.env.PATH, DATABASE_URL: scenario.database.url, SHELL: '/bin/sh' },
      cwd: folder,
    });
    let screen = '';
    terminal.stdout.on('data', (chunk: Buffer) => {
      const isFirst = !/[1-9]\d* rows/.test(screen);
      screen += chunk.toString();
      if (isFirst && /[1-9]\d* rows/.test(screen)) terminal.stdin.write('\x03');
    });
    const [exitCode] = (await once(terminal, 'exit')) as [number];
    expect(exitCode).toBe(130);
    expect(screen.lastIndexOf('\x1b[?25h')).toBeGreaterThan(screen.lastIndexOf('\x1b[?25l'));

    const [, read, created] = /(\d+) rows: (\d+) created\.\r\n/.exec(screen)!;
    expect([read, Number(created) < rows]).toEqual([created, true]);
    expect(screen).toContain('It was interrupted (SIGINT).');
    const [, goOn] = /import the same file again:\r\n(.*)\r\n/.exec(screen)!;
    const again = spawn('sh', ['-c', goOn], {
      env: { PATH: process.env.PATH, DATABASE_URL: scenario.database.url },
      cwd: folder,
    });
    let told = '';
    again.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
    await once(again, 'close');
    const result = JSON.parse(told.trimEnd().split('\n').at(-1)!) as object;
    expect(result).toMatchObject({ rows, created: rows - Number(created), unchanged: Number(created) });
  }, 60_000);
});
