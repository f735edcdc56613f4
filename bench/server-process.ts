import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { COMMAND_LINE } from './paths';

/** The API key that every server of the benchmark is started with. */
export const API_KEY = 'Hw5n8QzR2kXc7TfJb4VjM9dYs3PgLa6U';

const SECRET_KEY = randomBytes(32).toString('base64');

/** As `npm start` and `scripts/run-bundle.cjs` have the service run; the servers that it is compared with get the same. */
const NODE_FLAGS = ['--max-old-space-size=1024', '--no-allocation-site-pretenuring'];

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
/** Of Linux, whatever the processor. */
const TICKS_A_SECOND = 100;

const running = new Set<ChildProcess>();
let interrupted = false;
// However the benchmark ends, what it started ends with it.
process.once('exit', killServers);

function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Ends all servers and lets none start any more, so that what uses them fails and cleans up. */
export function interrupt(): void {
  interrupted = true;
  killServers();
}

function startNode(script: string, args: readonly string[], environment: Record<string, string>): ChildProcess {
  if (interrupted) throw new Error('The benchmark was interrupted.');
  const child = spawn(process.execPath, [...NODE_FLAGS, script, ...args], {
    // Nothing is signed before somebody sets that up.
    env: { PATH: process.env.PATH, NODE_ENV: 'production', SECRET_KEY, ...environment },
    // A developer's own .env must not change what is measured.
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Runs a command of keylink's command line. @throws {Error} with what it wrote when it fails */
export async function runCommand(args: readonly string[], databaseUrl: string): Promise<void> {
  const child = startNode(COMMAND_LINE, args, { DATABASE_URL: databaseUrl });
  let written = '';
  const read = (chunk: Buffer): void => void (written = (written + chunk.toString()).slice(-10_000));
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`keylink ${args.join(' ')} ended with ${code}:\n${written}`);
}

/** A server under measurement: a process of its own, reached by HTTP only. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts a script on a free port of 127.0.0.1 and waits until it says which one it answers on. */
  static async start(
    script: string,
    databaseUrl: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<ServerProcess> {
    const child = startNode(script, [], {
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      // Nobody has to notice its end.
      DRAIN_DELAY_MS: '250',
      BOOTSTRAP_API_KEY: API_KEY,
      DATABASE_URL: databaseUrl,
      ...settings,
    });
    return new ServerProcess(child, `http://127.0.0.1:${await announcedPort(child)}`);
  }

  get pid(): number {
    return this.child.pid!;
  }

  memory(): Promise<number> {
    return residentMemory(this.child.pid);
  }

  /** What its process has taken of the processors so far, in seconds. */
  async processorSeconds(): Promise<number> {
    const stat = await readFile(`/proc/${this.child.pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / TICKS_A_SECOND;
  }

  /** Sends a signal and waits for the end; a server that doesn't end in time is killed. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }
}

/** Resident memory of a process in bytes, as the system counts it. */
export async function residentMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) * 1024;
}

function announcedPort(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = '';
    const fail = (reason: string): void => reject(new Error(`${child.spawnargs[1]} ${reason}:\n${written}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('did not start in time');
    }, START_TIMEOUT_MS);
    const read = (chunk: Buffer): void => {
      written = (written + chunk.toString()).slice(-10_000);
      const [, port] = /answers on port (\d+)/.exec(written) ?? [];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(port);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`ended (${signal ?? code})`);
    });
  });
}
