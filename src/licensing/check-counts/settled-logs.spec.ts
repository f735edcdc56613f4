import type { StatementRunner } from '../../platform/database/statement-runner';
import type { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { SETTLED_AFTER_MS, SettledLogs } from './settled-logs';

// Jest can't load Nest on Node 20, and of Nest nothing matters here.
jest.mock('@nestjs/common', () => ({ Injectable: () => () => {}, Logger: jest.fn() }));
jest.mock('@nestjs/typeorm', () => ({ InjectRepository: () => () => {} }));

const START = Date.UTC(2026, 2, 1);

/** The id of the last log, and how long the database takes to tell it. */
let last: number;
let answerMs: number;

function watch(isShared: boolean): SettledLogs {
  const logs = {
    findLastId: async () => {
      const told = last;
      jest.advanceTimersByTime(answerMs);
      return told;
    },
  };
  return new SettledLogs(logs as LicenseLogsRepository, { isShared } as StatementRunner);
}

beforeEach(() => {
  jest.useFakeTimers({ now: START });
  [last, answerMs] = [0, 0];
});
afterEach(() => jest.useRealTimers());

it('takes every log of the embedded database for settled at once', async () => {
  const settled = watch(false);
  last = 7;
  expect(await settled.look()).toEqual({ id: 7, upTo: START });
  expect(settled.last).toBe(7);
});

describe('on a server', () => {
  it('knows nothing before it has watched for as long as a log may still be on its way', async () => {
    const settled = watch(true);
    last = 7;
    expect(await settled.look()).toBeUndefined();
    jest.advanceTimersByTime(SETTLED_AFTER_MS - 1);
    expect(await settled.look()).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect(await settled.look()).toEqual({ id: 7, upTo: START - SETTLED_AFTER_MS });
  });

  it('takes for settled what was there then, and nothing that has come since', async () => {
    const settled = watch(true);
    for (let second = 0; second < 15; second++) {
      last = 100 + second;
      await settled.look();
      jest.advanceTimersByTime(1000);
    }
    expect(await settled.look()).toEqual({ id: 105, upTo: START + 5000 - SETTLED_AFTER_MS });
    expect(settled.last).toBe(114);
  });

  it('settles nothing earlier when somebody sets the clock forward', async () => {
    const settled = watch(true);
    await settled.look();
    jest.setSystemTime(START + 3_600_000);
    expect(await settled.look()).toBeUndefined();
  });

  it('trusts a slow answer neither for the time it took nor before its time', async () => {
    const settled = watch(true);
    answerMs = 3000;
    await settled.look();
    answerMs = 0;
    jest.advanceTimersByTime(SETTLED_AFTER_MS - 1);
    expect(await settled.look()).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect(await settled.look()).toEqual({ id: 0, upTo: START - SETTLED_AFTER_MS });
  });
});
