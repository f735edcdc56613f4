import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from './api-client';
import { ROOT } from './root';
import { follow, mayBeWarm, NODE_FLAGS, startWarm } from './warm-processes';

/** The admin key that services in tests are started with. */
export const ADMIN_KEY = 'Vq3x9TzK7mWc2LfYb8RjN5dHs4PgUa6E';

const MAIN = join(ROOT, 'dist/main.js');
/** Services in tests have no load balancer that would need a delay to notice their end. */
const OWN_SETTINGS = { PORT: '0', HOST: '127.0.0.1', BOOTSTRAP_API_KEY: ADMIN_KEY, DRAIN_DELAY_MS: '0' };
const START_TIMEOUT_MS = 60_000;

/** What a new process is to be like. */
interface ProcessOptions {
  /** Where it is started; by default a folder without an `.env`, so that a developer's own stays out. */
  readonly folder?: string;
  /** How many files and connections it may have open; by default what this one may. */
  readonly openFiles?: number;
  /** The file to run; the built service when left out. */
  readonly main?: string;
}

/**
 * Asks for a new process, for a test of how the service starts or of what it takes. Otherwise it may be one that ran the service for
 * another test, which costs a tenth of the processor.
 */
export interface NewProcess extends ProcessOptions {
  readonly isNew: true;
}

const running = new Set<ChildProcess>();
// However the tests end, what they started ends with them.
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** A running service: a process besides this one, reached by HTTP only. */
export class Service {
  private readonly written: string[] = [];
  /** Of its process, or of its run where the process is kept. */
  private readonly ended: Promise<number | null>;
  private hasEnded = false;
  private address: string;

  private constructor(private readonly child: ChildProcess) {
    running.add(child);
    this.ended = new Promise((resolve) => {
      const end = (exitCode: number | null): void => {
        running.delete(child);
        this.hasEnded = true;
        resolve(exitCode);
      };
      follow(child, (text) => this.written.push(text), end);
    });
  }

  /**
   * Starts the built service on a free port and waits until it answers. Several may be started on one embedded file, which the
   * service itself refuses: a test wants other settings, or is over what several do together on any database.
   */
  static async start(environment: Record<string, string>, newProcess?: NewProcess): Promise<Service> {
    const file = environment.DATABASE_URL?.match(/^sqlite:(.*)/)?.[1];
    if (file !== undefined) rmSync(`${file}-lock`, { force: true });
    if (newProcess || !mayBeWarm(environment)) return Service.startAlone(environment, newProcess);
    const run = { program: 'main', args: [], environment: allSettings(environment), folder: __dirname } as const;
    return Service.over(await startWarm(run));
  }

  /** As `start`, without help, and in a new process: refused while another has claimed the same embedded file. */
  static startAlone(environment: Record<string, string>, options: ProcessOptions = {}): Promise<Service> {
    const { folder = __dirname, openFiles, main = MAIN } = options;
    const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles};`;
    const child = spawn('sh', ['-c', `${limit} exec "$0" "$@"`, process.execPath, ...NODE_FLAGS, main], {
      env: allSettings(environment),
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return Service.over(child);
  }

  private static async over(child: ChildProcess): Promise<Service> {
    const service = new Service(child);
    await service.answers();
    return service;
  }

  get url(): string {
    return this.address;
  }

  get pid(): number {
    return this.child.pid!;
  }

  get isRunning(): boolean {
    return !this.hasEnded;
  }

  /** Everything that the service wrote so far. */
  get output(): string {
    return this.written.join('');
  }

  /** Reads nothing more of what the service writes, as who hangs; for one in a process of its own. */
  stopReading(): void {
    this.child.stdout!.pause();
  }

  /** Reads it again, with all that has waited. */
  readOn(): void {
    this.child.stdout!.resume();
  }

  /** Goes away as its reader. */
  closeOutput(): void {
    this.child.stdout!.destroy();
  }

  /** A client with the given API key; null for none. */
  client(apiKey: string | null = ADMIN_KEY): ApiClient {
    return new ApiClient(this.url, apiKey);
  }

  /** Sends a signal and waits for the end. @returns the exit code; null when the signal ended it */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) this.child.kill(signal);
    return this.ended;
  }

  private async answers(): Promise<void> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.child.kill('SIGKILL');
    }, START_TIMEOUT_MS);
    const found = new Promise<string>((resolve) => {
      const look = (): void => {
        const [, port] = /keylink answers on port (\d+)/.exec(this.output) ?? [];
        if (port === undefined) return;
        this.child.stdout!.off('data', look);
        resolve(port);
      };
      this.child.stdout!.on('data', look);
    });
    const ended = this.ended.then((code) => {
      clearTimeout(timer);
      const why = isLate ? 'did not start in time' : `ended with exit code ${code}`;
      throw new Error(`The service ${why}:\n${this.output}`);
    });
    this.address = `http://127.0.0.1:${await Promise.race([found, ended])}`;
    clearTimeout(timer);
  }
}

function allSettings(environment: Record<string, string>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, ...OWN_SETTINGS, ...environment };
}
