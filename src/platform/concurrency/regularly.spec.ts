import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { Regularly } from './regularly';

const warn = jest.fn();
const logger = { warn } as unknown as Logger;
const LONG_MS = 60_000;

afterEach(() => warn.mockClear());

it('begins at once, or with the pause', async () => {
  const [first, second] = [jest.fn(() => Promise.resolve()), jest.fn(() => Promise.resolve())];
  const [atOnce, later] = [first, second].map((work) => new Regularly(LONG_MS, work, logger, 'failed'));
  atOnce.start();
  later.startLater();
  await sleep(20);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  await Promise.all([atOnce.stop(), later.stop()]);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
});

it('never does it twice at a time, and its end waits for what is under way', async () => {
  const counts = { underWay: 0, most: 0, done: 0 };
  const work = async (): Promise<void> => {
    counts.most = Math.max(counts.most, ++counts.underWay);
    await sleep(10);
    counts.underWay--;
    counts.done++;
  };
  const regularly = new Regularly(1, work, logger, 'failed');
  regularly.start();
  await sleep(35);
  await regularly.stop();
  const { done } = counts;
  expect(counts).toEqual({ underWay: 0, most: 1, done });
  expect(done).toBeGreaterThan(1);
  await sleep(20);
  expect(counts.done).toBe(done);
});

it('goes on after a failure, and logs one until it has succeeded again', async () => {
  const failing = new Set([2, 3, 5]);
  const work = jest.fn((): Promise<void> => {
    const times = work.mock.calls.length;
    return failing.has(times) ? Promise.reject(new Error(`at ${times}`)) : Promise.resolve();
  });
  const regularly = new Regularly(1, work, logger, 'It failed.');
  regularly.start();
  while (work.mock.calls.length < 6) await sleep(2);
  await regularly.stop();
  expect(warn.mock.calls.map(([{ err }, message]) => [err.message, message])).toEqual([
    ['at 2', 'It failed.'],
    ['at 5', 'It failed.'],
  ]);
});
