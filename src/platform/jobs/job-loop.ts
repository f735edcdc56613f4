import { Logger } from '@nestjs/common';
import { within } from '../concurrency/within';
import { during, telemetry } from '../telemetry/telemetry';
import type { Trace } from '../telemetry/trace';
import type { Job, JobClock } from './job';
import { CLAIMS_EVERY_MS, type JobClaims } from './job-claims';
import type { JobStatesRepository } from './job-states.repository';

/** Limits writes: some jobs run every second. */
const NOTED_EVERY_MS = 60_000;

export class JobLoop {
  private readonly logger: Logger;
  private waiting = new AbortController();
  private notedAt = -Infinity;
  private isFailing = false;
  private hasNotedFailure = false;

  readonly runs = { done: 0, failed: 0, seconds: 0, succeededAt: 0 };

  constructor(
    readonly job: Job,
    private readonly claims: JobClaims,
    private readonly states: JobStatesRepository,
    private readonly clock: JobClock,
  ) {
    this.logger = new Logger(job.name);
  }

  wake(): void {
    this.waiting.abort();
  }

  async go(stopping: AbortSignal): Promise<void> {
    if (this.job.isFirst) await this.rest(this.job.everyMs);
    while (!stopping.aborted) {
      const isOurs = this.isOurs();
      if (isOurs) await this.runOnce(stopping);
      // So that this instance can take the job over soon.
      await this.rest(isOurs ? this.job.everyMs : Math.min(this.job.everyMs, CLAIMS_EVERY_MS));
    }
  }

  async runOnce(stopping: AbortSignal): Promise<void> {
    const start = this.clock.steady();
    const trace = telemetry()?.startJob(this.job.name);
    try {
      await within(this.job.longestMs, stopping, (signal) => this.job.run(signal));
      await this.noteSuccess();
      this.runs.done++;
      this.runs.succeededAt = Date.now();
      if (trace) telemetry()?.finish(trace);
    } catch (error) {
      this.runs.failed++;
      if (trace) telemetry()?.finish(trace, error);
      await this.noteFailure(error, trace);
    } finally {
      this.runs.seconds += (this.clock.steady() - start) / 1000;
    }
  }

  private isOurs(): boolean {
    return this.job.doneBy === 'each instance' || this.claims.holds(this.job.name, this.clock);
  }

  private async rest(milliseconds: number): Promise<void> {
    await this.clock.pause(milliseconds, this.waiting.signal);
    this.waiting = new AbortController();
  }

  private async noteSuccess(): Promise<void> {
    this.isFailing = false;
    const now = this.clock.steady();
    if (!this.hasNotedFailure && now - this.notedAt < NOTED_EVERY_MS) return;
    await this.states.note(this.job.name, { succeededAt: Date.now(), failingSince: null });
    this.hasNotedFailure = false;
    this.notedAt = now;
  }

  /** Logged once per outage: readiness and refused requests report it too. */
  private async noteFailure(error: unknown, trace: Trace | undefined): Promise<void> {
    if (this.isFailing) return;
    this.isFailing = true;
    during(trace, () => this.logger.warn({ err: error }, this.job.failure));
    try {
      await this.states.note(this.job.name, { failingSince: Date.now() });
      this.hasNotedFailure = true;
    } catch {
      // The database itself is down.
    }
  }
}
