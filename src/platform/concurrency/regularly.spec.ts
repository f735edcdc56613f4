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
  let [underWay, most, done] = [0, 0, 0];
  const regularly = new Regularly(
    1,
    async () => {
      most = Math.max(most, ++underWay);
      await sleep(10);
      underWay--;
      done++;
    },
    logger,
    'failed',
  );
  regularly.start();
  while (done < 2) await sleep(5);
  await regularly.stop();
  const atTheEnd = done;
  expect([underWay, most]).toEqual([0, 1]);
  await sleep(20);
  expect(done).toBe(atTheEnd);
});

it('goes on after a failure, and logs one until it has succeeded again', async () => {
  const outcomes = [true, false, false, true, false];
  let times = 0;
  const regularly = new Regularly(
    1,
    () => (outcomes[times++] === false ? Promise.reject(new Error(`at ${times}`)) : Promise.resolve()),
    logger,
    'It failed.',
  );
  regularly.start();
  while (times <= outcomes.length) await sleep(2);
  await regularly.stop();
  expect(warn.mock.calls.map(([{ err }, message]) => [err.message, message])).toEqual([
    ['at 2', 'It failed.'],
    ['at 5', 'It failed.'],
  ]);
});
