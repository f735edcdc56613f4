import { LATEST_COMMIT_MS, SettledIds } from './settled-ids';

const START = Date.UTC(2026, 2, 1);

/** The greatest id, and how long the database takes to return it. */
let last: number;
let answerMs: number;

function watch(isShared: boolean): SettledIds {
  const findLast = async () => {
    const told = last;
    jest.advanceTimersByTime(answerMs);
    return told;
  };
  return new SettledIds(findLast, isShared);
}

beforeEach(() => {
  jest.useFakeTimers({ now: START });
  [last, answerMs] = [0, 0];
});
afterEach(() => jest.useRealTimers());

it('takes every id for settled at once where one transaction is under way at a time', async () => {
  const settled = watch(false);
  last = 7;
  expect(await settled.look()).toEqual({ id: 7, upTo: START });
  expect(settled.last).toBe(7);
});

describe('on a server', () => {
  it('knows nothing before it has watched for as long as a row may still be on its way', async () => {
    const settled = watch(true);
    last = 7;
    expect(await settled.look()).toBeUndefined();
    jest.advanceTimersByTime(LATEST_COMMIT_MS - 1);
    expect(await settled.look()).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect(await settled.look()).toEqual({ id: 7, upTo: START - LATEST_COMMIT_MS });
  });

  it('takes for settled what was there then, and nothing that has come since', async () => {
    const settled = watch(true);
    for (let second = 0; second < 15; second++) {
      last = 100 + second;
      await settled.look();
      jest.advanceTimersByTime(1000);
    }
    expect(await settled.look()).toEqual({ id: 105, upTo: START + 5000 - LATEST_COMMIT_MS });
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
    jest.advanceTimersByTime(LATEST_COMMIT_MS - 1);
    expect(await settled.look()).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect(await settled.look()).toEqual({ id: 0, upTo: START - LATEST_COMMIT_MS });
  });
});
