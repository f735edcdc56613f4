import { setMaxListeners } from 'node:events';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { pause } from '../concurrency/pause';
import { Metrics } from '../metrics/metrics';
import type { Job, JobClock } from './job';
import { CLAIMS_EVERY_MS, JobClaims } from './job-claims';
import { JobLoop } from './job-loop';
import { jobMetrics } from './job-metrics';
import { JobStatesRepository } from './job-states.repository';

/** Nest injects nothing here: tests give their clock to the constructor. */
const JOB_CLOCK = Symbol('job clock');

const MACHINE_CLOCK: JobClock = { steady: () => performance.now(), pause };

/** Adding a job starts nothing: `start` does, right before the service listens. Jobs end before the service does. */
@Injectable()
export class Jobs implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly loops = new Map<string, JobLoop>();
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private readonly clock: JobClock;

  constructor(
    private readonly states: JobStatesRepository,
    private readonly claims: JobClaims,
    { registry }: Metrics,
    @Optional() @Inject(JOB_CLOCK) clock?: JobClock,
  ) {
    this.clock = clock ?? MACHINE_CLOCK;
    // Each job listens; Node warns of more than ten.
    setMaxListeners(0, this.stopping.signal);
    for (const metric of jobMetrics(() => [...this.loops.values()])) registry.registerMetric(metric);
  }

  add(job: Job): void {
    if (this.loops.has(job.name)) throw new Error(`Two jobs are called ${job.name}.`);
    this.loops.set(job.name, new JobLoop(job, this.claims, this.states, this.clock));
  }

  wake(name: string): void {
    this.loops.get(name)?.wake();
  }

  /** @returns once the jobs marked `isFirst` have run */
  async start(): Promise<void> {
    const { signal } = this.stopping;
    const loops = [...this.loops.values()];
    await this.states.ensure(loops.map(({ job }) => job));
    await this.claims.renew(this.clock);
    for (const loop of loops.filter(({ job }) => job.isFirst)) await loop.runOnce(signal);
    this.running = Promise.all([this.keepClaims(signal), ...loops.map((loop) => loop.go(signal))]);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const loop of this.loops.values()) loop.wake();
    await this.running;
    // If the database is away, others notice the missing heartbeat.
    await this.claims
      .release()
      .catch((error: unknown) => this.logger.debug(`Jobs were not released: ${String(error)}`));
  }

  private async keepClaims(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.clock.pause(CLAIMS_EVERY_MS, signal);
      if (signal.aborted) return;
      // Readiness and refused requests report the database; jobs wait for it.
      await this.claims.renew(this.clock).catch((error: unknown) => this.logger.debug(`No claims: ${String(error)}`));
    }
  }
}
