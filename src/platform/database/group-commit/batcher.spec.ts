import { FakeStore } from '../../../../test/support/fake-store';
import { DatabaseOverloadedError } from '../database-errors';
import { Batcher, type BatcherOptions } from './batcher';

function batcherOf(answer: (requests: string[]) => Promise<string[]>, options?: Partial<BatcherOptions<string>>) {
  return new Batcher<string, string>(async (batch) => {
    const answers = await answer(batch.map(({ request }) => request));
    for (const [index, item] of batch.entries()) item.resolve(answers[index]);
  }, options);
}

describe('Batcher', () => {
  afterEach(() => jest.useRealTimers());

  it('settles a lone request at once, and what arrives meanwhile together', async () => {
    const store = new FakeStore();
    const batcher = batcherOf(store.commit);
    const first = batcher.submit('a');
    while (store.batches.length === 0) await new Promise(setImmediate);
    const others = ['b', 'c', 'd'].map((request) => batcher.submit(request));
    await store.finish();
    expect(await first).toBe('a!');
    await store.finish();
    expect(await Promise.all(others)).toEqual(['b!', 'c!', 'd!']);
    expect(store.batches).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('bounds the batch and the queue', async () => {
    const store = new FakeStore();
    const batcher = batcherOf(store.commit, { maxBatch: 2, maxQueue: 3 });
    const answers = ['a', 'b', 'c'].map((request) => batcher.submit(request));
    await expect(batcher.submit('d')).rejects.toThrow(DatabaseOverloadedError);
    await store.finish();
    await store.finish();
    expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!']);
    expect(store.batches).toEqual([['a', 'b'], ['c']]);
  });

  it('begins a batch beside another when nearly as many wait', async () => {
    const store = new FakeStore();
    const batcher = batcherOf(store.commit, { concurrency: 2 });
    const answers = ['a', 'b', 'c', 'd'].map((request) => batcher.submit(request));
    while (store.batches.length < 1) await new Promise(setImmediate);
    answers.push(batcher.submit('e'), batcher.submit('f'));
    await new Promise(setImmediate);
    expect(store.batches).toEqual([['a', 'b', 'c', 'd']]);
    answers.push(batcher.submit('g'));
    while (store.batches.length < 2) await new Promise(setImmediate);
    expect(store.batches[1]).toEqual(['e', 'f', 'g']);
    await store.finish();
    await store.finish();
    expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!', 'g!']);
  });

  it('does not let them wait for a batch that hangs', async () => {
    const store = new FakeStore();
    const batcher = batcherOf(store.commit, { concurrency: 2 });
    const first = ['a', 'b'].map((request) => batcher.submit(request));
    while (store.batches.length < 1) await new Promise(setImmediate);
    const last = batcher.submit('c');
    while (store.batches.length < 2) await new Promise(setImmediate);
    expect(store.batches).toEqual([['a', 'b'], ['c']]);
    await store.finish();
    await store.finish();
    expect(await Promise.all([...first, last])).toEqual(['a!', 'b!', 'c!']);
  });

  it('keeps a request back while a batch under way writes its row, and lets the others pass', async () => {
    const store = new FakeStore();
    const rowOf = (request: string) => (request === '?' ? undefined : request[0]);
    const batcher = batcherOf(store.commit, { concurrency: 2, rowOf });
    const answers = ['a1', 'b1', '?'].map((request) => batcher.submit(request));
    while (store.batches.length < 1) await new Promise(setImmediate);
    answers.push(...['a2', 'c1', 'b2', '?', 'd1'].map((request) => batcher.submit(request)));
    while (store.batches.length < 2) await new Promise(setImmediate);
    expect(store.batches[1]).toEqual(['c1', '?', 'd1']);
    await store.finish();
    await store.finish();
    await store.finish();
    expect(store.batches.slice(2)).toEqual([['a2', 'b2']]);
    expect(await Promise.all(answers)).toEqual(['a1!', 'b1!', '?!', 'a2!', 'c1!', 'b2!', '?!', 'd1!']);
  });

  it('lets a few pass within 10 ms, however many come for the rows of a batch that hangs', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const store = new FakeStore();
    const batcher = batcherOf(store.commit, { concurrency: 2, rowOf: (request) => request });
    const answers = ['a', 'b', 'c', 'd'].map((request) => batcher.submit(request));
    while (store.batches.length < 1) await new Promise(setImmediate);
    answers.push(batcher.submit('e'));
    for (let time = 0; time < 30; time += 3) {
      answers.push(batcher.submit('a'));
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      await jest.advanceTimersByTimeAsync(3);
    }
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    expect(store.batches.slice(1)).toEqual([['e']]);
    for (let batch = 0; batch < 3; batch++) await store.finish();
    await Promise.all(answers);
  });

  it('begins no batch beside another for the same row, however long that takes', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const store = new FakeStore();
    const batcher = batcherOf(store.commit, { concurrency: 2, rowOf: () => 'row' });
    const first = batcher.submit('a');
    while (store.batches.length < 1) await new Promise(setImmediate);
    const second = batcher.submit('b');
    await jest.advanceTimersByTimeAsync(1000);
    expect(store.batches).toEqual([['a']]);
    await store.finish();
    await store.finish();
    expect(await Promise.all([first, second])).toEqual(['a!', 'b!']);
  });

  it('answers within the deadline when the store hangs, and goes on afterwards', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const store = new FakeStore();
    const batcher = batcherOf(store.commit, { deadlineMs: 50 });
    const answers = Promise.allSettled(['a', 'b'].map((request) => batcher.submit(request)));
    while (store.batches.length === 0) await new Promise(setImmediate);
    jest.advanceTimersByTime(50);
    for (const answer of await answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseOverloadedError) });
    }
    const later = batcher.submit('c');
    await store.finish();
    await store.finish();
    expect(await later).toBe('c!');
  });

  it('drains', async () => {
    const store = new FakeStore();
    const batcher = batcherOf(store.commit, { maxBatch: 1 });
    const answers = Promise.all([batcher.submit('a'), batcher.submit('b')]);
    let isDrained = false;
    const drained = batcher.drain().then(() => (isDrained = true));
    await store.finish();
    expect(isDrained).toBe(false);
    await store.finish();
    await drained;
    expect(await answers).toEqual(['a!', 'b!']);
    await batcher.drain();
  });

  it('refuses a whole batch that fails, and goes on', async () => {
    const store = new FakeStore();
    const batcher = batcherOf(store.commit);
    const answers = Promise.allSettled(['a', 'b'].map((request) => batcher.submit(request)));
    await store.finish(new Error('failed'));
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const later = batcher.submit('c');
    await store.finish();
    expect(await later).toBe('c!');
  });
});
