import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keylink } from '../support/command-line';
import { insertKeys } from '../support/many-keys';
import { openBeside } from '../support/open-beside';
import { ROOT } from '../support/root';
import { Service } from '../support/service';

const MAIN = join(ROOT, 'dist/cli/main.js');

let folder: string;
let environment: { DATABASE_URL: string };
const modeOf = (path: string): string => (statSync(join(folder, path)).mode & 0o777).toString(8);
const modesOf = (path: string): [name: string, mode: string][] =>
  readdirSync(join(folder, path)).map((name) => [name, modeOf(join(path, name))]);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
  environment = { DATABASE_URL: `sqlite:${join(folder, 'data/keylink.db')}` };
});
afterEach(() => rmSync(folder, { recursive: true }));

/** While it runs: afterwards SQLite's own files may be gone. */
async function whileRunning(look: () => void): Promise<void> {
  const service = await Service.start(environment);
  try {
    await service.client().post('/api/keys', { uid: 'u', pid: 1 });
    look();
  } finally {
    await service.stop('SIGKILL');
  }
}

function expectPrivate(): void {
  expect(modeOf('data')).toBe('700');
  const modes = Object.fromEntries(modesOf('data'));
  expect(modes).toMatchObject({ 'keylink.db': '600', 'keylink.db-wal': '600', 'keylink.db-shm': '600' });
  expect(new Set(Object.values(modes))).toEqual(new Set(['600']));
}

describe('the embedded database and its folder', () => {
  it('are their owner’s alone, from the first start on and where they were not', async () => {
    await whileRunning(expectPrivate);
    for (const [name] of modesOf('data')) chmodSync(join(folder, 'data', name), 0o644);
    chmodSync(join(folder, 'data'), 0o755);
    await whileRunning(expectPrivate);
  });

  it('tell of a secret key that others may read: the doctor when it was opened since, a start when it is behind a link', async () => {
    const service = await Service.start(environment);
    const secret = join(folder, 'data/secret.key');
    const warning = { check: 'secret key', status: 'warning', message: expect.stringContaining(`chmod 600 ${secret}`) };
    try {
      await service.client().post('/api/signing', {});
      expect((await service.client().get('/api/doctor')).body.findings).not.toContainEqual(warning);
      chmodSync(secret, 0o644);
      expect((await service.client().get('/api/doctor')).body.findings).toContainEqual(warning);
      expect((await keylink(environment, 'doctor')).stdout).toMatch(/^WARNING +secret key: others may read .*0644/m);
    } finally {
      await service.stop('SIGINT');
    }
    expect((await keylink(environment, 'signing', 'status')).exitCode).toBe(0);
    expect(modeOf('data/secret.key')).toBe('600');
    renameSync(secret, join(folder, 'elsewhere.key'));
    chmodSync(join(folder, 'elsewhere.key'), 0o644);
    symlinkSync(join(folder, 'elsewhere.key'), secret);
    const again = await Service.start(environment);
    await again.stop('SIGINT');
    expect(again.output).toContain(`Others may read ${secret} (mode 0644)`);
    expect(modeOf('elsewhere.key')).toBe('644');
  });

  it('are closed by a command too; a folder with other things in it stays as it is', async () => {
    mkdirSync(join(folder, 'data'), { mode: 0o755 });
    writeFileSync(join(folder, 'data/keylink.db'), '', { mode: 0o644 });
    writeFileSync(join(folder, 'data/else'), '', { mode: 0o644 });
    expect((await keylink(environment, 'migrate')).exitCode).toBe(0);
    expect([modeOf('data'), modeOf('data/keylink.db'), modeOf('data/else')]).toEqual(['755', '600', '644']);
  });
});

describe('a file that a command writes', () => {
  const path = (name: string): string => join(folder, name);
  beforeEach(() => keylink(environment, 'migrate'));

  it('is its owner’s alone, also where one was that was not', async () => {
    writeFileSync(path('keys.csv'), 'before', { mode: 0o644 });
    writeFileSync(path('errors.ndjson'), 'before', { mode: 0o644 });
    expect((await keylink(environment, 'export', '--out', path('keys.csv'))).exitCode).toBe(0);
    writeFileSync(path('wrong.csv'), 'uid,pid\n,x\n');
    await keylink(environment, 'import', path('wrong.csv'), '--errors', path('errors.ndjson'));
    expect([modeOf('keys.csv'), modeOf('errors.ndjson')]).toEqual(['600', '600']);
    expect(readFileSync(path('keys.csv'), 'utf8')).toMatch(/^uuid,product,key,/);
    expect(readFileSync(path('errors.ndjson'), 'utf8')).toMatch(/^\{"row":/);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('is not written through a symbolic link, and what is behind it stays', async () => {
    writeFileSync(path('victim'), 'before');
    for (const [name, target] of [
      ['link.csv', 'victim'],
      ['dangling.csv', 'nowhere'],
    ]) {
      symlinkSync(path(target), path(name));
      const { exitCode, stderr } = await keylink(environment, 'export', '--out', path(name));
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(new RegExp(`\n${path(name)} is a symbolic link; name the file itself.\n$`)),
      ]);
    }
    writeFileSync(path('wrong.csv'), 'uid,pid\n,x\n');
    const { stderr } = await keylink(environment, 'import', path('wrong.csv'), '--errors', path('link.csv'));
    expect(stderr).toContain('is a symbolic link');
    expect(readFileSync(path('victim'), 'utf8')).toBe('before');
    expect(readdirSync(folder)).not.toContain('nowhere');
  });

  it('is never the one that is imported, by whatever name', async () => {
    const text = 'uid,pid,key\nu,1,kept-1\n';
    writeFileSync(path('keys.csv'), text);
    symlinkSync('keys.csv', path('link.csv'));
    for (const input of ['keys.csv', 'link.csv', 'data/../keys.csv']) {
      const { exitCode, stdout, stderr } = await keylink(
        environment,
        'import',
        path(input),
        '--errors',
        path('keys.csv'),
      );
      expect([exitCode, stdout, stderr]).toEqual([
        1,
        '',
        `${path('keys.csv')} is the file to import; name another file.\n`,
      ]);
    }
    const stdin = openSync(path('keys.csv'), 'r');
    const args = [MAIN, 'import', '-', '--format', 'csv', '--errors', path('keys.csv')];
    const { status } = spawnSync(process.execPath, args, { env: environment, stdio: [stdin, 'ignore', 'ignore'] });
    closeSync(stdin);
    expect([status, readFileSync(path('keys.csv'), 'utf8')]).toEqual([1, text]);
    expect((await keylink(environment, 'export')).stdout).not.toContain('kept-1');
  });

  it.each(['keylink.db', 'secret.key'])('is never %s, without which the database is nothing', async (name) => {
    writeFileSync(path('data/secret.key'), 'before');
    writeFileSync(path('keys.csv'), 'uid,pid\nu,1\n');
    const before = readFileSync(path(`data/${name}`));
    const own = path(`data/${name}`);
    for (const command of [
      ['import', path('keys.csv'), '--errors', own],
      ['export', '--format', 'csv', '--out', own],
    ]) {
      const { exitCode, stderr } = await keylink(environment, ...command);
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining(`${own} belongs to the database; name another file.\n`),
      ]);
      expect(readFileSync(own).equals(before)).toBe(true);
    }
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('leaves nothing behind when %s ends its export, with exit code %i', async (signal, code) => {
    const database = await openBeside({ url: environment.DATABASE_URL });
    await insertKeys(database, 40_000);
    await database.destroy();
    writeFileSync(path('keys.csv'), 'before');
    const args = [MAIN, 'export', '--out', path('keys.csv')];
    const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const closed = once(child, 'close');
    const hasBegun = (): boolean => readdirSync(folder).some((name) => name.endsWith('.part'));
    while (child.exitCode === null && !hasBegun()) await sleep(2);
    child.kill(signal);
    expect((await closed)[0]).toBe(code);
    expect(stderr).toContain(`It was interrupted (${signal}), and nothing was written to ${path('keys.csv')}.\n`);
    expect(new Set(readdirSync(folder))).toEqual(new Set(['data', 'keys.csv']));
    expect(readFileSync(path('keys.csv'), 'utf8')).toBe('before');
  });
});
