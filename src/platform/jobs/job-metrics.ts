import { Counter, Gauge, type Metric } from 'prom-client';
import type { JobLoop } from './job-loop';

/** Uses the label `name`, because Prometheus sets `job` itself and would rename ours. */
export function jobMetrics(loops: () => readonly JobLoop[]): Metric[] {
  const runs = new Counter({
    name: 'keylink_job_runs_total',
    help: 'Runs of background jobs by this instance, by name and outcome: done or failed.',
    labelNames: ['name', 'outcome'],
    registers: [],
    collect() {
      this.reset();
      for (const { job, runs } of loops()) {
        this.inc({ name: job.name, outcome: 'done' }, runs.done);
        this.inc({ name: job.name, outcome: 'failed' }, runs.failed);
      }
    },
  });
  const seconds = new Counter({
    name: 'keylink_job_seconds_total',
    help: 'Time that runs of background jobs took in this instance, by name.',
    labelNames: ['name'],
    registers: [],
    collect() {
      this.reset();
      for (const { job, runs } of loops()) this.inc({ name: job.name }, runs.seconds);
    },
  });
  const succeeded = new Gauge({
    name: 'keylink_job_last_success_timestamp_seconds',
    aggregator: 'max',
    help: 'When a background job last succeeded in this instance; absent where another instance does it.',
    labelNames: ['name'],
    registers: [],
    collect() {
      for (const { job, runs } of loops())
        if (runs.succeededAt > 0) this.set({ name: job.name }, runs.succeededAt / 1000);
    },
  });
  const behind = new Gauge({
    name: 'keylink_job_behind',
    aggregator: 'max',
    help: 'What a background job still has to do, as this instance last saw it, in things of its kind.',
    labelNames: ['name'],
    registers: [],
    collect() {
      for (const { job } of loops()) if (job.behind) this.set({ name: job.name }, job.behind());
    },
  });
  return [runs, seconds, succeeded, behind];
}
