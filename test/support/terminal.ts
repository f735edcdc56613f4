import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Example } from './examples';
import { ROOT } from './root';

/** What a folder has that nobody has used keylink in yet. */
const UNUSED = readdirSync(ROOT).filter((name) => !['data', '.env', '.git'].includes(name));
/** What is installed stays installed: npm only says whether it could be, without looking for scripts and holes. And npm's own lines are no part of any output. */
const NPM =
  'npm() { if [ "$1" = ci ]; then set -- ci --dry-run --offline --ignore-scripts --no-audit; fi; command npm "$@"; }';
/** Does what npm would, in a third of the time: it takes npm longer to begin than most commands to run. */
const WITHOUT_NPM =
  'npm() { if [ "$1" = start ]; then sh -c "$NPM_START"; else while [ "$1" != -- ]; do shift; done; shift; sh -c "$NPM_KEYLINK \\"\\$@\\"" sh "$@"; fi; }';
const SETTINGS = { PORT: '0', HOST: '127.0.0.1', npm_config_loglevel: 'silent', npm_config_update_notifier: 'false' };
const VARIABLES = '.variables';
const BLOCK = '.block';
const COMPLAINTS = '.complaints';
const KEPT_BY_SHELLS = new Set(['PATH', 'HOME', 'PWD', 'OLDPWD', 'SHLVL', 'PORT', 'HOST']);
const START_TIMEOUT_MS = 30_000;

const running = new Set<ChildProcess>();
// However the tests end, what they started ends with them.
process.once('exit', () => running.forEach((child) => child.pid && process.kill(-child.pid, 'SIGKILL')));

/** A person who copies commands out of a document into a shell, in a folder of the project that is new. */
export class Terminal {
  readonly folder = mkdtempSync(join(tmpdir(), 'keylink-terminal-'));
  readonly environment: Record<string, string> = {};
  private service: ChildProcess | undefined;
  private npm = NPM;
  private port = '';

  constructor() {
    for (const name of UNUSED) symlinkSync(join(ROOT, name), join(this.folder, name));
  }

  /** What one block prints; a block that starts the service ends the one before, as Ctrl-C does. */
  async run({ language, text }: Pick<Example, 'language' | 'text'>): Promise<string> {
    if (/\bnpm start$/m.test(text)) return this.start(text);
    const commands = text.replaceAll('localhost:3000', `127.0.0.1:${this.port}`);
    if (language === 'js') return this.execute(process.execPath, ['--input-type=module', '-e', commands]);
    writeFileSync(
      join(this.folder, BLOCK),
      `exec 2>${COMPLAINTS}\nset -aeuo pipefail\n${this.npm}\n${commands}\nenv -0 >${VARIABLES}\n`,
    );
    try {
      // A terminal of its own: commands ask whether they write to one.
      const shown = await this.execute('script', ['--quiet', '--return', '--command', `bash ${BLOCK}`, '/dev/null']);
      this.keepVariables();
      return shown;
    } catch (error) {
      const complaints = readFileSync(join(this.folder, COMPLAINTS), 'utf8');
      throw new Error(`${commands}\n${complaints}`, { cause: error });
    } finally {
      for (const file of [BLOCK, COMPLAINTS]) rmSync(join(this.folder, file), { force: true });
    }
  }

  /** From here on, `npm start` and `npm run keylink` run what package.json says without npm itself, which has been tried by then. */
  leaveOutNpm(): void {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    Object.assign(this.environment, { NPM_START: scripts.start, NPM_KEYLINK: scripts.keylink });
    this.npm = WITHOUT_NPM;
  }

  async close(): Promise<void> {
    await this.interrupt();
    rmSync(this.folder, { recursive: true });
  }

  /** What a shell keeps from one command to the next, and each block here has a shell of its own. */
  private keepVariables(): void {
    const file = join(this.folder, VARIABLES);
    for (const each of readFileSync(file, 'utf8').split('\0')) {
      const [, name, value] = /^([A-Z]+)=([^]*)$/.exec(each) ?? [];
      if (name !== undefined && !KEPT_BY_SHELLS.has(name)) this.environment[name] = value;
    }
    rmSync(file);
  }

  private get options() {
    const { PATH, HOME } = process.env;
    return { cwd: this.folder, env: { PATH, HOME, ...SETTINGS, ...this.environment } };
  }

  private execute(program: string, args: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      execFile(program, args, this.options, (error, stdout, stderr) => {
        if (error) reject(new Error(`${args.at(-1)}\nfailed: ${stderr}${stdout}`));
        else resolve(stdout.replaceAll('\r', ''));
      });
    });
  }

  /** @returns what it printed until it answered, as it would on the port that it has by default */
  private async start(commands: string): Promise<string> {
    await this.interrupt();
    const child = spawn('bash', ['-c', `set -euo pipefail\n${this.npm}\n${commands}`], {
      ...this.options,
      detached: true,
    });
    this.service = child;
    running.add(child);
    let shown = '';
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    let timer: NodeJS.Timeout | undefined;
    const answers = new Promise<string>((resolve, reject) => {
      const fail = (what: string) => reject(new Error(`${commands}\n${what}: ${complaints}${shown}`));
      timer = setTimeout(() => fail('does not answer in time'), START_TIMEOUT_MS);
      child.stdout.on('data', (chunk: Buffer) => {
        shown += chunk.toString();
        const [, port] = /keylink answers on port (\d+).*\n/.exec(shown) ?? [];
        if (port !== undefined) resolve(port);
      });
      child.once('close', () => {
        running.delete(child);
        fail('failed');
      });
    });
    this.port = await answers.finally(() => clearTimeout(timer));
    return shown.replaceAll(`127.0.0.1:${this.port}`, 'localhost:3000').replaceAll(this.port, '3000');
  }

  private async interrupt(): Promise<void> {
    const child = this.service;
    if (child?.pid === undefined || !running.has(child)) return;
    const ended = once(child, 'close');
    process.kill(-child.pid, 'SIGINT');
    await ended;
  }
}
