import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { ROOT } from '../../support/root';
import { freePort } from './free-port';
import { removeAtExit } from './leftovers';

const SCRIPT = join(ROOT, 'test/support/mysql-server');
/** The very first use downloads and unpacks the server. */
const PREPARE_TIMEOUT_MS = 300_000;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** A MySQL server of the faults' own, with a port and a data directory of its own, that they may do anything to. */
export class MysqlProcess {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /**
   * Creates a data directory and starts a server on it, with what is committed on disk before it is confirmed.
   * @param folder an empty one, which its maker removes
   * @param options further ones of mysqld
   */
  static async create(folder: string, options: readonly string[] = []): Promise<MysqlProcess> {
    const server = new MysqlProcess(folder, await freePort());
    mkdirSync(join(folder, 'data'));
    const initialize = ['exec', '--initialize-insecure', ...server.place(), ...options];
    await promisify(execFile)(SCRIPT, initialize, { timeout: PREPARE_TIMEOUT_MS });
    removeAtExit(() => server.child?.kill('SIGKILL'));
    await server.start(options);
    await server.query("CREATE USER app IDENTIFIED BY 'app'", 'root');
    await server.query('GRANT ALL ON *.* TO app', 'root');
    return server;
  }

  /** @param database '' for none */
  url(database: string): string {
    return `mysql://app:app@127.0.0.1:${this.port}/${database}`;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts it on the data that it has, and waits until it answers. */
  async start(options: readonly string[] = []): Promise<void> {
    const child = spawn(SCRIPT, ['exec', ...this.place(), ...this.settings(), ...options], { stdio: 'ignore' });
    this.child = child;
    const giveUp = performance.now() + START_TIMEOUT_MS;
    while (!(await this.answers())) {
      if (!this.running || performance.now() > giveUp) {
        child.kill('SIGKILL');
        throw new Error(`MySQL did not start:\n${this.lastErrors()}`);
      }
      await sleep(POLL_MS);
    }
  }

  /** Sends a signal and waits for the end of the process. */
  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    if (!this.child || !this.running) return;
    const ended = once(this.child, 'exit');
    this.thaw();
    this.child.kill(signal);
    await ended;
  }

  /** Stops all of its threads where they are; its connections stay. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** Brings it back to life, whatever was done to it. */
  async recover(): Promise<void> {
    this.thaw();
    if (!this.running) await this.start();
  }

  /** Runs one statement on a connection of its own. */
  async query(statement: string, user: 'root' | 'app' = 'app'): Promise<void> {
    const connection = await mysql.createConnection({
      host: '127.0.0.1',
      port: this.port,
      user,
      password: user === 'app' ? 'app' : '',
      connectTimeout: 2000,
    });
    try {
      await connection.query(statement);
    } finally {
      connection.destroy();
    }
  }

  /** Root before the first user is made, and any known user afterwards: what matters is the handshake. */
  private async answers(): Promise<boolean> {
    return this.query('SELECT 1', 'root').then(
      () => true,
      () => false,
    );
  }

  private place(): string[] {
    return [
      `--datadir=${join(this.folder, 'data')}`,
      `--log-error=${join(this.folder, 'error.log')}`,
      `--user=${userInfo().username}`,
    ];
  }

  private settings(): string[] {
    return [
      `--port=${this.port}`,
      '--bind-address=127.0.0.1',
      '--mysqlx=OFF',
      `--socket=${join(this.folder, 'socket')}`,
      `--pid-file=${join(this.folder, 'pid')}`,
      '--innodb-flush-log-at-trx-commit=1',
      '--sync-binlog=1',
    ];
  }

  /** The end of its error log. */
  lastErrors(): string {
    try {
      return readFileSync(join(this.folder, 'error.log'), 'utf8').split('\n').slice(-20).join('\n');
    } catch (error) {
      return String(error);
    }
  }
}
