import type { StatementRunner } from '../database/statement-runner';
import { Metrics } from '../metrics/metrics';
import type { Job, JobClock } from './job';
import { JobClaims } from './job-claims';
import type { JobStatesRepository } from './job-states.repository';
import type { JobState } from './job-state.entity';
import { Jobs } from './jobs';

const warn = jest.fn();
// Jest can't load Nest on Node 20, and these tests don't need it.
jest.mock('@nestjs/common', () => ({
  Injectable: () => () => {},
  Inject: () => () => {},
  Optional: () => () => {},
  Logger: class {
    warn = (...said: unknown[]) => void warn(...said);
    debug = () => {};
  },
}));
jest.mock('@nestjs/typeorm', () => ({ InjectRepository: () => () => {} }));

/** A clock that only a test moves. */
class Clock implements JobClock {
  private now = 0;
  private readonly waiting: { readonly until: number; readonly end: () => void }[] = [];

  steady = () => this.now;

  pause = (milliseconds: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        signal.removeEventListener('abort', end);
        resolve();
      };
      signal.addEventListener('abort', end);
      this.waiting.push({ until: this.now + milliseconds, end });
      return undefined;
    });

  /** Moves the clock on, and waits for whatever is due by then. */
  async move(milliseconds: number): Promise<void> {
    for (const end = this.now + milliseconds; ;) {
      await settle();
      const next = this.waiting.toSorted((a, b) => a.until - b.until).find(({ until }) => until <= end);
      if (!next) {
        this.now = end;
        return;
      }
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.now = Math.max(this.now, next.until);
      next.end();
    }
  }
}

/** Waits until all pending promises have settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

type Row = { -readonly [Column in keyof JobState]: JobState[Column] };

/** The table of jobs, shared by instances. */
class States {
  readonly rows = new Map<string, Row>();

  find = () => Promise.resolve([...this.rows.values()].map((row) => ({ ...row })));
  ensure = (jobs: readonly Job[]) => {
    for (const { name, everyMs } of jobs) {
      const fresh = { name, everyMs, owner: '', beat: 0, succeededAt: null, failingSince: null };
      if (!this.rows.has(name)) this.rows.set(name, fresh);
    }
    return Promise.resolve();
  };
  take = ({ name, owner, beat }: JobState, taker: string) => {
    const row = this.rows.get(name)!;
    const isFree = row.owner === owner && row.beat === beat;
    if (isFree) Object.assign(row, { owner: taker, beat: beat + 1 });
    return Promise.resolve(isFree);
  };
  beat = (owner: string) => {
    for (const row of this.rows.values()) if (row.owner === owner) row.beat++;
    return Promise.resolve();
  };
  release = (owner: string) => {
    for (const row of this.rows.values()) if (row.owner === owner) row.owner = '';
    return Promise.resolve();
  };
  note = (name: string, outcome: Partial<JobState>) => {
    Object.assign(this.rows.get(name)!, outcome);
    return Promise.resolve();
  };
}

let clock: Clock;
let states: States;
const started: Jobs[] = [];

/** An instance of the service with one job. */
async function instance(
  work: () => Promise<void>,
  options: Partial<Job> = {},
  isShared = true,
  metrics = new Metrics(),
): Promise<Jobs> {
  const repository = states as unknown as JobStatesRepository;
  const claims = new JobClaims(repository, { isShared } as StatementRunner);
  const jobs = new Jobs(repository, claims, metrics, clock);
  const job: Job = {
    name: 'sweep',
    everyMs: 1000,
    longestMs: 60_000,
    doneBy: 'one instance',
    failure: 'No.',
    run: work,
  };
  jobs.add({ ...job, ...options });
  await jobs.start();
  started.push(jobs);
  return jobs;
}

beforeEach(() => {
  clock = new Clock();
  states = new States();
  warn.mockClear();
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.beforeApplicationShutdown();
});

it('runs a job with its pause in between, and at once when it is woken', async () => {
  const run = jest.fn(() => Promise.resolve());
  const jobs = await instance(run);
  await clock.move(2500);
  expect(run).toHaveBeenCalledTimes(3);
  jobs.wake('sweep');
  await clock.move(0);
  expect(run).toHaveBeenCalledTimes(4);
});

it('ends the first run of a job that is first before anything else, and waits for a run under way when it stops', async () => {
  const order: string[] = [];
  const jobs = await instance(
    async () => {
      await settle();
      order.push('ran');
    },
    { isFirst: true },
  );
  order.push('started');
  jobs.wake('sweep');
  await Promise.resolve();
  await jobs.beforeApplicationShutdown();
  order.push('stopped');
  expect(order[0]).toBe('ran');
  expect(order.at(-1)).toBe('stopped');
  const runs = order.length;
  await clock.move(10_000);
  expect(order).toHaveLength(runs);
});

it('goes on after a failure, says so once, and writes down since when', async () => {
  const failing = new Set([2, 3]);
  const run: jest.Mock<Promise<void>> = jest.fn(() =>
    failing.has(run.mock.calls.length) ? Promise.reject(new Error('away')) : Promise.resolve(),
  );
  await instance(run);
  await clock.move(2500);
  expect(states.rows.get('sweep')).toMatchObject({ failingSince: expect.any(Number) });
  await clock.move(1000);
  expect(states.rows.get('sweep')).toMatchObject({ failingSince: null, succeededAt: expect.any(Number) });
  expect(warn.mock.calls.map(([{ err }, message]) => [err.message, message])).toEqual([['away', 'No.']]);
});

it('counts a run that could not be noted as failed, and not as done too', async () => {
  states.note = () => Promise.reject(new Error('away'));
  const metrics = new Metrics();
  await instance(() => Promise.resolve(), {}, true, metrics);
  await clock.move(500);
  const found = await metrics.registry.getSingleMetric('keylink_job_runs_total')!.get();
  expect(found.values.map(({ labels, value }) => [labels.outcome, value])).toEqual([
    ['done', 0],
    ['failed', 1],
  ]);
});

it('gives a job of all to one instance, and to another when that stops or dies', async () => {
  const runs = { first: 0, second: 0, third: 0 };
  const counting = (name: keyof typeof runs) => () => Promise.resolve(void runs[name]++);
  const first = await instance(counting('first'));
  await instance(counting('second'));
  await clock.move(20_000);
  expect([runs.first > 15, runs.second]).toEqual([true, 0]);
  await first.beforeApplicationShutdown();
  await clock.move(5000);
  expect(runs.second).toBeGreaterThan(0);
  // Its heartbeat stops, as after kill -9.
  const { second } = runs;
  states.beat = () => Promise.resolve();
  await instance(counting('third'));
  await clock.move(9000);
  expect(runs.third).toBe(0);
  await clock.move(12_000);
  expect([runs.third > 0, runs.second > second]).toEqual([true, true]);
});

it('is done by each instance where each has its own, and by the only one on a database of its own', async () => {
  const run = jest.fn(() => Promise.resolve());
  await instance(run, { doneBy: 'each instance' });
  await instance(run, { doneBy: 'each instance' });
  await clock.move(500);
  expect(run).toHaveBeenCalledTimes(2);
  states.rows.get('sweep')!.owner = 'somebody who was here';
  await instance(run, {}, false);
  await clock.move(0);
  expect(run).toHaveBeenCalledTimes(3);
});

it('tells a run that takes too long to end', async () => {
  const ended = new Promise<string>((resolve) => {
    void instance(() => Promise.resolve(), {
      longestMs: 20,
      run: (signal) => new Promise((end) => signal.addEventListener('abort', () => (resolve('told'), end()))),
    });
  });
  await expect(ended).resolves.toBe('told');
});
