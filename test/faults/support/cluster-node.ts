import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { removeAtExit } from './leftovers';

/** A frozen server takes connections and answers nobody. */
const PATIENCE_MS = 3000;

/** A database server of a cluster: a process of its own, on a folder and ports of its own. */
export class ClusterNode {
  private child: ChildProcess | undefined;

  constructor(
    readonly folder: string,
    /** Where clients are served. */
    readonly port: number,
    /** Where the nodes talk to each other. */
    readonly groupPort: number,
  ) {
    removeAtExit(() => this.child?.kill('SIGKILL'));
  }

  get socket(): string {
    return join(this.folder, 'socket');
  }

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  spawn(command: string, args: readonly string[]): void {
    this.child = spawn(command, args, { stdio: 'ignore' });
  }

  /** Sends a signal and waits for the end of the process. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.child || !this.running) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    this.thaw();
    await ended;
  }

  /** Stops all of its threads where they are; its connections stay. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** A connection of root's own. */
  connect(): Promise<mysql.Connection> {
    return mysql.createConnection({ socketPath: this.socket, user: 'root', connectTimeout: PATIENCE_MS });
  }

  /**
   * Runs statements one after the other on a connection of their own.
   * @returns what the last one answered
   */
  async query(...statements: readonly string[]): Promise<RowDataPacket[]> {
    return this.ask(PATIENCE_MS, statements);
  }

  /** As `query`, for statements that may take their time. */
  async ask(patienceMs: number, statements: readonly string[]): Promise<RowDataPacket[]> {
    const connection = await this.connect();
    try {
      let rows: RowDataPacket[] = [];
      for (const sql of statements) [rows] = await connection.query<RowDataPacket[]>({ sql, timeout: patienceMs });
      return rows;
    } finally {
      connection.destroy();
    }
  }

  lastErrors(): string {
    try {
      return readFileSync(join(this.folder, 'error.log'), 'utf8').split('\n').slice(-20).join('\n');
    } catch (error) {
      return String(error);
    }
  }
}
