import { setTimeout as sleep } from 'node:timers/promises';
import { plainNode } from '../../../test/support/plain-node';
import { within } from './within';

const reasonOf = (milliseconds: number, other?: AbortSignal): Promise<unknown> =>
  within(milliseconds, other, async (signal) => {
    await sleep(1000, undefined, { signal }).catch(() => {});
    return (signal.reason as Error | undefined)?.name;
  });

it('ends what takes too long, and what another signal ends', async () => {
  expect(await reasonOf(10)).toBe('TimeoutError');
  const other = new AbortController();
  setTimeout(() => other.abort(), 10);
  expect(await reasonOf(5000, other.signal)).toBe('AbortError');
  expect(await reasonOf(5000, other.signal)).toBe('AbortError');
  expect(await within(5000, undefined, () => Promise.resolve('done'))).toBe('done');
});

it('leaves nothing of itself at a signal that lives on', async () => {
  const repeat = `
    const { within } = require('./src/platform/concurrency/within.ts');
    const { signal } = new AbortController();
    const used = () => (globalThis.gc(), process.memoryUsage().heapUsed);
    const many = async (count) => {
      for (let n = 0; n < count; n++) await within(5000, signal, async () => {});
    };
    many(1000).then(async () => {
      const before = used();
      await many(50_000);
      console.log((used() - before) / 50_000);
    });`;
  const { stdout } = await plainNode(['--expose-gc', '--eval', repeat]);
  // In bytes; it was 60 and more by AbortSignal.any.
  expect(Number(stdout.trim() || Number.NaN)).toBeLessThan(5);
});
