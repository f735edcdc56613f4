import type { Jobs } from '../../platform/jobs/jobs';
import type { DataSource } from 'typeorm';
import { RetentionClock } from './retention-clock';
import type { ClockState, RetentionClockRepository } from './retention-clock.repository';

// Jest can't load Nest on Node 20; these tests don't need it.
jest.mock('@nestjs/common', () => ({
  Injectable: () => () => {},
  Inject: () => () => {},
  Optional: () => () => {},
  Logger: jest.fn(),
}));
jest.mock('@nestjs/typeorm', () => ({ InjectDataSource: () => () => {}, InjectRepository: () => () => {} }));

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1);

/** Shared by the instances. */
let known: ClockState | null;
/** Ahead of this machine's clock, in milliseconds. */
let serverAhead: number;
/** Monotonic time, which starts over with each process. */
let steady: number;
let time: number;

beforeEach(() => {
  known = null;
  serverAhead = 0;
  steady = 5;
  time = START;
  jest.spyOn(Date, 'now').mockImplementation(() => time);
  jest.spyOn(performance, 'now').mockImplementation(() => steady);
});
afterEach(() => jest.restoreAllMocks());

function instance(): RetentionClock {
  const states = {
    advance: <State extends ClockState>(next: (state: ClockState | null) => State) => {
      const { lived, time, believedFrom, ...rest } = next(known);
      known = { lived, time, believedFrom };
      return Promise.resolve({ ...known, ...rest } as State);
    },
  } as RetentionClockRepository;
  const query = () => Promise.resolve([{ now: String(time + serverAhead) }]);
  const jobs = { add: () => {} } as unknown as Jobs;
  return new RetentionClock(jobs, states, { options: { type: 'mysql' }, query } as unknown as DataSource);
}

/** Passes time while instances run and look at the clock every minute. */
async function live(milliseconds: number, ...instances: RetentionClock[]): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 60_000) {
    time += 60_000;
    steady += 60_000;
    for (const each of instances) await each.look();
  }
}

async function start(): Promise<RetentionClock> {
  const clock = instance();
  await clock.look();
  return clock;
}

describe('the clock that retention goes by', () => {
  it('is doubted over restarts after a jump, until the service has run for a day', async () => {
    await live(HOUR, await start());
    time += 40 * DAY;
    for (const hours of [10, 13]) {
      const clock = await start();
      expect(clock.isBelieved()).toBe(false);
      await live(hours * HOUR, clock);
      expect(clock.isBelieved()).toBe(false);
      time += 5 * HOUR;
    }
    const clock = await start();
    await live(HOUR, clock);
    expect(clock.isBelieved()).toBe(true);
  });

  it('is believed after nights and weekends without service', async () => {
    for (const hours of [16, 16, 23]) {
      const clock = await start();
      await live(8 * HOUR, clock);
      expect(clock.isBelieved()).toBe(true);
      time += hours * HOUR;
    }
  });

  it('counts the time of several instances once', async () => {
    const both = [await start(), await start()];
    await live(2 * HOUR, ...both);
    expect(known).toMatchObject({ lived: 2 * HOUR, believedFrom: 0 });
  });

  it('is doubted while the database server has another, and a day longer', async () => {
    serverAhead = -2 * DAY;
    const clock = await start();
    await live(2 * DAY, clock);
    expect(clock.isBelieved()).toBe(false);
    serverAhead = 0;
    await live(DAY + 60_000, clock);
    expect(clock.isBelieved()).toBe(true);
  });

  it('is doubted for one day when something else says so again and again', async () => {
    const clock = await start();
    await live(HOUR, clock);
    await clock.doubt();
    expect(clock.isBelieved()).toBe(false);
    for (let hours = 0; hours < 23; hours++) {
      await live(HOUR, clock);
      await clock.doubt();
    }
    await live(HOUR, clock);
    expect(clock.isBelieved()).toBe(true);
  });
});
