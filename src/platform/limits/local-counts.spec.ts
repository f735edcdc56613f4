import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LocalCounts, MOST_COUNTED } from './local-counts';

const LIMIT = { name: 'guesses', most: 2, windowMs: 60_000, blockMs: 90_000 };
const networks = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::/64`,
  );

let counts: LocalCounts;
beforeEach(() => {
  counts = new LocalCounts();
});

describe('counts in this process', () => {
  let now = 0;
  beforeEach(() => {
    now = 1000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('take what is within the limit, block what is not, and begin anew', () => {
    expect([counts.count('a', LIMIT), counts.count('a', LIMIT), counts.count('b', LIMIT)]).toEqual([0, 0, 0]);
    now += 59_999;
    expect(counts.count('a', LIMIT)).toBe(90_000);
    now += 89_999;
    expect(counts.count('a', LIMIT)).toBe(1);
    now += 1;
    expect(counts.count('a', LIMIT)).toBe(0);
  });

  it('say a minute where a minute is left, whatever the clock has behind its point', () => {
    now = 252_040.73003390347;
    const limit = { name: 'requests', most: 0, windowMs: 60_000 };
    expect(now + 60_000 - now).toBeGreaterThan(60_000);
    expect(counts.count('a', limit)).toBe(60_000);
  });

  it('block for the rest of the window where no longer block is asked for, each name for itself', () => {
    const limit = { name: 'requests', most: 1, windowMs: 60_000 };
    expect([counts.count('a', limit), counts.count('a', { ...limit, name: 'others' })]).toEqual([0, 0]);
    now += 20_000;
    expect(counts.count('a', limit)).toBe(40_000);
    now += 40_000;
    expect(counts.count('a', limit)).toBe(0);
  });

  it('forget what was not counted for longest when there is too much', () => {
    for (const key of ['quiet', 'quiet', 'blocked', 'blocked']) counts.count(key, LIMIT);
    for (const network of networks(MOST_COUNTED)) {
      counts.count(network, LIMIT);
      counts.count('blocked', LIMIT);
    }
    expect(counts.count('blocked', LIMIT)).toBeGreaterThan(0);
    expect(counts.count('quiet', LIMIT)).toBe(0);
  });
});

describe('counting 200,000 networks', () => {
  const usedMemory = () => {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    return process.memoryUsage().heapUsed;
  };

  it('takes less than 30 MB, and a fraction of a second', () => {
    const keys = networks(200_000);
    const before = usedMemory();
    const start = performance.now();
    for (const key of keys) counts.count(key, LIMIT);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(usedMemory() - before).toBeLessThan(30 * 2 ** 20);
  });
});
