import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { endNoMoreAtOnce } from './ends-before-listening';
import { countForWorkers } from './platform/limits/primary-counts';
import { collectForWorkers } from './platform/metrics/metrics-of-workers';
import { endTelemetry } from './platform/telemetry/telemetry';

/** A worker that ends sooner is replaced this much later, so that one that can't start takes no processor. */
const SOON_MS = 2000;

/** Runs the service in several processes that share its port, and ends when they have. */
export class Workers {
  /** By the id of a worker that is there, in `performance.now()` time. */
  private readonly startedAt = new Map<number, number>();
  private hasListened = false;
  private isEnding = false;
  private exitCode = 0;

  constructor(
    private readonly count: number,
    private readonly logger: Logger,
  ) {}

  /** The first worker migrates and shows the first key; if it can't start, neither does the service. */
  start(): void {
    endNoMoreAtOnce();
    cluster.setupPrimary({ exec: join(__dirname, 'main.js') });
    countForWorkers();
    collectForWorkers();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.end(signal));
    cluster.on('exit', (worker, code, signal) => this.replace(worker, code, signal));
    cluster.on('listening', (worker) => this.logger.info(`Worker ${worker.process.pid} answers`));
    cluster.once('listening', () => {
      this.hasListened = true;
      for (let more = 1; more < this.count; more++) this.fork();
    });
    this.fork();
  }

  private readonly fork = (): void => {
    if (!this.isEnding) this.startedAt.set(cluster.fork().id, performance.now());
  };

  private replace(worker: Worker, code: number, signal: string | null): void {
    const lived = performance.now() - (this.startedAt.get(worker.id) ?? 0);
    this.startedAt.delete(worker.id);
    if (this.hasListened && !this.isEnding) {
      const how = signal ?? `exit code ${code}`;
      this.logger.error(`Worker ${worker.process.pid} ended (${how}); another one takes its place`);
      setTimeout(this.fork, lived < SOON_MS ? SOON_MS : 0);
      return;
    }
    this.exitCode = Math.max(this.exitCode, this.endsAsTold(code, signal) ? 0 : code || 1);
    if (this.startedAt.size === 0) void endTelemetry().finally(() => process.exit(this.exitCode));
  }

  /** A worker that does not listen yet ends at once, with the shell's code for the signal. */
  private endsAsTold(code: number, signal: string | null): boolean {
    if (signal !== null) return this.isEnding && signal !== 'SIGKILL';
    return code === 0 || (this.isEnding && code > 128);
  }

  /** Each worker drains as a service alone does. */
  private end(signal: NodeJS.Signals): void {
    this.isEnding = true;
    if (this.startedAt.size === 0) process.exit(0);
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  }
}
