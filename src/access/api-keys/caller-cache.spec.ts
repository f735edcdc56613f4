import type { Caller } from './caller';
import { CallerCache } from './caller-cache';

const SIZE = 1000;
const FRESH_MS = 4000;

let cache: CallerCache;
let looks: string[];
let now = 0;
/** Negative when the clock was set back, while the monotonic clock goes on. */
let setBack = 0;

const callerOf = (hash: string, usableUntil = Infinity): Caller => ({
  apiKeyId: 1,
  ownerId: 1,
  name: hash,
  scopes: new Set(),
  usableUntil,
});
const valid = (hash: string, usableUntil?: number) =>
  cache.get(hash, async () => {
    looks.push(hash);
    return callerOf(hash, usableUntil);
  });

beforeEach(() => {
  cache = new CallerCache();
  looks = [];
  now = 1_000_000;
  setBack = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  jest.spyOn(performance, 'now').mockImplementation(() => now - setBack);
});
afterEach(() => jest.restoreAllMocks());

describe('CallerCache', () => {
  it('asks once for a key, and again when what it knows is 4 seconds old', async () => {
    await Promise.all([valid('a'), valid('a')]);
    now += FRESH_MS - 1;
    await valid('a');
    expect(looks).toEqual(['a']);
    now += 1;
    await Promise.all([valid('a'), valid('a')]);
    expect(looks).toEqual(['a', 'a']);
  });

  it('believes nothing longer because the clock is set back', async () => {
    await valid('a');
    now += FRESH_MS - 10_000;
    setBack = -10_000;
    await valid('a');
    expect(looks).toEqual(['a', 'a']);
  });

  it('believes no key longer than it is usable', async () => {
    await valid('a', now + 10);
    now += 10;
    await valid('a');
    expect(looks).toEqual(['a', 'a']);
  });

  it('keeps valid keys however many wrong ones are looked up, one after the other or at once', async () => {
    await valid('right');
    const answers: ((caller: undefined) => void)[] = [];
    const wrong = Array.from({ length: 3 * SIZE }, (_, index) =>
      cache.get(`wrong ${index}`, () => new Promise<undefined>((resolve) => answers.push(resolve))),
    );
    await valid('right');
    for (const answer of answers) answer(undefined);
    expect(new Set(await Promise.all(wrong))).toEqual(new Set([undefined]));
    await valid('right');
    expect(looks).toEqual(['right']);
    expect(cache.has('wrong 0')).toBe(false);
  });

  it('forgets the key that was looked up longest ago when it is full', async () => {
    for (let index = 0; index <= SIZE; index++) await valid(`key ${index}`);
    expect([cache.has('key 0'), cache.has('key 1'), cache.has(`key ${SIZE}`)]).toEqual([false, true, true]);
  });

  it('does not keep what was read before a change', async () => {
    let answer!: (caller: Caller) => void;
    const before = cache.get('a', () => new Promise((resolve) => (answer = resolve)));
    cache.clear();
    answer(callerOf('a'));
    expect(await before).toBeDefined();
    expect(cache.has('a')).toBe(false);
  });

  it('forgets a key that has become wrong, and one whose look-up failed is asked about again', async () => {
    await valid('a');
    now += FRESH_MS;
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('a', async () => undefined)).toBeUndefined();
    expect(cache.has('a')).toBe(false);
  });
});
