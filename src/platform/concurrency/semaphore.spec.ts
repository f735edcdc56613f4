import { Semaphore } from './semaphore';

/** Work that ends when it is told to. */
function work(): { readonly done: Promise<void>; end: () => void } {
  let end!: () => void;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { done, end };
}

const everythingElse = () => new Promise((resolve) => setImmediate(resolve));

const UNAVAILABLE = { status: 503, headers: { 'Retry-After': '1' } };

describe('a semaphore', () => {
  it('lets as many in as it has permits, the others in their order', async () => {
    const semaphore = new Semaphore(2);
    const works = [work(), work(), work(), work()];
    const begun: number[] = [];
    const held = works.map(({ done }, index) =>
      semaphore.hold(() => {
        begun.push(index);
        return done;
      }),
    );
    await everythingElse();
    expect(begun).toEqual([0, 1]);
    works[1].end();
    await everythingElse();
    expect(begun).toEqual([0, 1, 2]);
    works[0].end();
    await everythingElse();
    expect(begun).toEqual([0, 1, 2, 3]);
    works[2].end();
    works[3].end();
    await Promise.all(held);
  });

  it('refuses with 503 and Retry-After whom it has no room for, or whose patience ends, and gives nobody’s permit away', async () => {
    const semaphore = new Semaphore(1, { maxWaiting: 1, patienceMs: 20 });
    const first = work();
    const holder = semaphore.hold(() => first.done);
    const impatient = semaphore.hold(() => Promise.resolve());
    await expect(semaphore.hold(() => Promise.resolve())).rejects.toMatchObject(UNAVAILABLE);
    await expect(impatient).rejects.toMatchObject(UNAVAILABLE);
    first.end();
    await holder;
    expect(await semaphore.hold(() => Promise.resolve('in'))).toBe('in');
  });

  it('gives a permit back when the work fails', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.hold(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await semaphore.hold(() => Promise.resolve('in'))).toBe('in');
  });
});
