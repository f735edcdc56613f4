import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port';

const PATH = [process.env.PROMETHEUS_FOLDER, process.env.PATH].filter((each) => each !== undefined).join(delimiter);

/** Whether `prometheus` and `promtool` are on the machine, or where `PROMETHEUS_FOLDER` says. */
export const HAS_PROMETHEUS = ['prometheus', 'promtool'].every((program) => {
  try {
    return execFileSync('sh', ['-c', `command -v ${program}`], { env: { PATH } }).length > 0;
  } catch {
    return false;
  }
});

export const NO_PROMETHEUS = 'prometheus and promtool are missing, see test/support/prometheus-programs';

/** Runs the rules' own tests. @returns what promtool wrote when one failed; undefined when none did */
export function testRules(folder: string, file: string): string | undefined {
  try {
    execFileSync('promtool', ['test', 'rules', file], { cwd: folder, env: { PATH }, stdio: 'pipe' });
    return undefined;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
    return `${stdout.toString()}${stderr.toString()}`;
  }
}

/** A Prometheus of a test's own, that scrapes once a second. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** @param files what the configuration names, by file name; it is `prometheus.yml` itself */
  static async start(files: Readonly<Record<string, string>>): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'keylink-prometheus-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
    const port = await freePort();
    const args = ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`];
    const child = spawn('prometheus', args, { cwd: folder, env: { PATH }, stdio: 'ignore' });
    process.once('exit', () => child.kill('SIGKILL'));
    return new Prometheus(child, folder, port);
  }

  /** Asks its API until the answer has what is looked for. @returns that */
  async until<T>(path: string, find: (data: unknown) => T | undefined | false): Promise<T> {
    const ends = Date.now() + 30_000;
    let seen: unknown;
    while (Date.now() < ends) {
      seen = await this.ask(path).catch((error: unknown) => error);
      const found = seen instanceof Error ? undefined : find(seen);
      if (found) return found;
      await sleep(200);
    }
    throw new Error(`Prometheus still answers ${JSON.stringify(seen)}`);
  }

  /** @returns the `data` of the answer, which has to be a success */
  async ask(path: string): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.port}/api/v1/${path}`);
    const { status, error, data } = (await response.json()) as { status: string; error?: string; data: unknown };
    if (status !== 'success') throw new Error(error);
    return data;
  }

  query<T = { metric: Record<string, string>; value: [number, string] }>(expression: string): Promise<readonly T[]> {
    return this.ask(`query?query=${encodeURIComponent(expression)}`).then((data) => (data as { result: T[] }).result);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      this.child.kill();
      await once(this.child, 'exit');
    }
    rmSync(this.folder, { recursive: true });
  }
}
