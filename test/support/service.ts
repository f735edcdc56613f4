import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from './api-client';
import { ROOT } from './root';

/** The admin key that services in tests are started with. */
export const ADMIN_KEY = 'Vq3x9TzK7mWc2LfYb8RjN5dHs4PgUa6E';

const MAIN = join(ROOT, 'dist/main.js');
/** As `npm start` runs it: without a limit, the heap is collected later (decision 030). */
const NODE_FLAGS = ['--max-old-space-size=1024'];
/** Services in tests have no load balancer that would need a delay to notice their end. */
const OWN_SETTINGS = { PORT: '0', HOST: '127.0.0.1', BOOTSTRAP_API_KEY: ADMIN_KEY, DRAIN_DELAY_MS: '0' };
const START_TIMEOUT_MS = 20_000;

const running = new Set<ChildProcess>();
// However the tests end, what they started ends with them.
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** A running service: its own process, reached by HTTP only. */
export class Service {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    private readonly written: string[],
  ) {}

  /**
   * Starts the built service on a free port and waits until it answers. Several may be started on one embedded file, which the
   * service itself refuses: a test wants other settings, or is over what several do together on any database.
   * @param folder where it is started; by default one without an `.env`, so that a developer's own stays out
   * @param openFiles how many files and connections the process may have open; by default what this one may
   */
  static start(environment: Record<string, string>, folder = __dirname, openFiles?: number): Promise<Service> {
    const file = environment.DATABASE_URL?.match(/^sqlite:(.*)/)?.[1];
    if (file !== undefined) rmSync(`${file}-lock`, { force: true });
    return Service.startAlone(environment, folder, openFiles);
  }

  /**
   * As `start`, without help: refused while another has claimed the same embedded file.
   * @param main the file to run; the built service when left out
   */
  static async startAlone(
    environment: Record<string, string>,
    folder = __dirname,
    openFiles?: number,
    main = MAIN,
  ): Promise<Service> {
    const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles};`;
    const child = spawn('sh', ['-c', `${limit} exec "$0" "$@"`, process.execPath, ...NODE_FLAGS, main], {
      env: { PATH: process.env.PATH, ...OWN_SETTINGS, ...environment },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const written: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => written.push(chunk.toString()));
    const port = new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(`The service did not start in time:\n${written.join('')}`));
      }, START_TIMEOUT_MS);
      child.stdout.on('data', (chunk: Buffer) => {
        written.push(chunk.toString());
        const [, found] = /keylink answers on port (\d+)/.exec(written.join('')) ?? [];
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(found);
      });
      child.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`The service ended with exit code ${code}:\n${written.join('')}`));
      });
    });
    return new Service(child, `http://127.0.0.1:${await port}`, written);
  }

  get pid(): number {
    return this.child.pid!;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Everything that the service wrote so far. */
  get output(): string {
    return this.written.join('');
  }

  /** A client with the given API key; null for none. */
  client(apiKey: string | null = ADMIN_KEY): ApiClient {
    return new ApiClient(this.url, apiKey);
  }

  /** Sends a signal and waits for the end of the process. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.isRunning) return this.child.exitCode;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
    return this.child.exitCode;
  }
}
