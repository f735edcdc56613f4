import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { ROOT } from '../support/root';
import { describeIf } from '../support/skipping';

/** Well below the 30 seconds for which a start waits for its database. */
const AT_ONCE_MS = 5000;
const MAIN = join(ROOT, 'dist/main.js');
const started: ChildProcess[] = [];
let folder: string;
/** A database server that says nothing, for a start that doesn't come to its end. */
let silent: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
  silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(() => {
  silent.close();
  rmSync(folder, { recursive: true });
});

function run(program: string, args: readonly string[], environment: Record<string, string>): ChildProcess {
  const { HOME = folder, PATH = '' } = process.env;
  const env = { HOME, PATH, PORT: '0', HOST: '127.0.0.1', ...environment };
  const child = spawn(program, args, { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

const toSilent = (): Record<string, string> => ({
  DATABASE_URL: `mysql://app:app@127.0.0.1:${(silent.address() as AddressInfo).port}/app`,
});

async function exitCode(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return code ?? signal!;
}

async function written(child: ChildProcess, text: string): Promise<void> {
  for await (const chunk of child.stdout!) if (String(chunk).includes(text)) break;
}

describe('before the service listens', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s ends it at once, with exit code %i', async (signal, code) => {
    const child = run(process.execPath, [MAIN], toSilent());
    await once(silent, 'connection');
    const sentAt = performance.now();
    child.kill(signal);
    expect(await exitCode(child)).toBe(code);
    expect(performance.now() - sentAt).toBeLessThan(AT_ONCE_MS);
  });
});

const describeUnshared = describeIf(canUnshare(), 'unshare is not permitted');

describeUnshared('before the service listens as process 1 (needs unshare)', () => {
  it('SIGTERM ends it at once', async () => {
    const child = run('unshare', ['-pf', '--kill-child', process.execPath, MAIN], toSilent());
    const ended = exitCode(child);
    await once(silent, 'connection');
    const [inside] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    const sentAt = performance.now();
    process.kill(Number(inside), 'SIGTERM');
    expect(await ended).toBe(143);
    expect(performance.now() - sentAt).toBeLessThan(AT_ONCE_MS);
  });
});

describe('npm start', () => {
  it('ends in order on SIGTERM, with the service’s exit code 0', async () => {
    const child = run('npm', ['start'], { DATABASE_URL: `sqlite:${join(folder, 'keylink.db')}` });
    const ended = exitCode(child);
    await written(child, 'keylink answers on port');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('ends with exit code 1 when the start fails', async () => {
    expect(await exitCode(run('npm', ['start'], { PORT: 'x' }))).toBe(1);
  });
});

function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['-pf', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
