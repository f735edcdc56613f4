import { firstSince, type TimedRow } from './ids-by-time';

const search = (logs: readonly TimedRow[], time: number) =>
  firstSince(time, logs.at(-1)!.id, (id) => Promise.resolve(logs.find((log) => log.id >= id)));

it('finds where a time begins, whatever gaps the ids have', async () => {
  const logs = [3, 4, 9, 10, 40].map((id) => ({ id, timeAt: id * 10 }));
  for (const [time, expected] of [
    [0, 3],
    [30, 3],
    [31, 4],
    [41, 9],
    [100, 10],
    [101, 40],
    [400, 40],
    [401, 41],
  ]) {
    const found = await search(logs, time);
    // An id in the gap before it finds the same log.
    expect([time, logs.find(({ id }) => id >= found)?.id ?? 41]).toEqual([time, expected]);
  }
});

it('looks at few logs of ten million', async () => {
  let looks = 0;
  const found = await firstSince(7_654_321, 10_000_000, (id) => {
    looks++;
    return Promise.resolve({ id, timeAt: id });
  });
  expect(found).toBe(7_654_321);
  expect(looks).toBeLessThan(25);
});
