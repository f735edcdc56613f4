import { Counter, Gauge, type Metric } from 'prom-client';
import type { JobLoop } from './job-loop';

export function jobMetrics(loops: () => readonly JobLoop[]): Metric[] {
  const runs = new Counter({
    name: 'keylink_job_runs_total',
    help: 'Runs of background jobs by this instance, by job and outcome: done or failed.',
    labelNames: ['job', 'outcome'],
    registers: [],
    collect() {
      this.reset();
      for (const { job, runs } of loops()) {
        this.inc({ job: job.name, outcome: 'done' }, runs.done);
        this.inc({ job: job.name, outcome: 'failed' }, runs.failed);
      }
    },
  });
  const seconds = new Counter({
    name: 'keylink_job_seconds_total',
    help: 'Time that runs of background jobs took in this instance, by job.',
    labelNames: ['job'],
    registers: [],
    collect() {
      this.reset();
      for (const { job, runs } of loops()) this.inc({ job: job.name }, runs.seconds);
    },
  });
  const succeeded = new Gauge({
    name: 'keylink_job_last_success_timestamp_seconds',
    help: 'When a background job last succeeded in this instance; absent where another instance does it.',
    labelNames: ['job'],
    registers: [],
    collect() {
      for (const { job, runs } of loops())
        if (runs.succeededAt > 0) this.set({ job: job.name }, runs.succeededAt / 1000);
    },
  });
  const behind = new Gauge({
    name: 'keylink_job_behind',
    help: 'What a background job still has to do, as this instance last saw it, in things of its kind.',
    labelNames: ['job'],
    registers: [],
    collect() {
      for (const { job } of loops()) if (job.behind) this.set({ job: job.name }, job.behind());
    },
  });
  return [runs, seconds, succeeded, behind];
}
