import { DatabaseOverloadedError, RowHeldError } from './database-errors';
import { GroupCommit } from './group-commit';
import { HELD } from './held-rows';

/** A store whose commits end when the test says so. */
class FakeStore {
  readonly batches: string[][] = [];
  private readonly waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];

  commit = async (requests: string[]): Promise<string[]> => {
    this.batches.push(requests);
    await new Promise<void>((resolve, reject) => this.waiting.push({ resolve, reject }));
    return requests.map((request) => `${request}!`);
  };

  async finish(error?: Error): Promise<void> {
    while (this.waiting.length === 0) await new Promise(setImmediate);
    const { resolve, reject } = this.waiting.shift()!;
    if (error) reject(error);
    else resolve();
  }
}

const lost = () => Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });

describe('GroupCommit', () => {
  it('commits a lone request at once, and what arrives meanwhile together', async () => {
    const store = new FakeStore();
    const group = new GroupCommit(store.commit);
    const first = group.submit('a');
    while (store.batches.length === 0) await new Promise(setImmediate);
    const others = ['b', 'c', 'd'].map((request) => group.submit(request));
    await store.finish();
    expect(await first).toBe('a!');
    await store.finish();
    expect(await Promise.all(others)).toEqual(['b!', 'c!', 'd!']);
    expect(store.batches).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('tells its observer what waits, and what each commit held', async () => {
    const store = new FakeStore();
    const observer = { queued: jest.fn(), committed: jest.fn() };
    const group = new GroupCommit(store.commit, { maxBatch: 2, observer });
    const answers = ['a', 'b', 'c'].map((request) => group.submit(request));
    await store.finish();
    await store.finish(lost());
    await Promise.allSettled(answers);
    expect(observer.queued.mock.calls).toEqual([[1], [0]]);
    const time = expect.any(Number);
    expect(observer.committed.mock.calls).toEqual([
      [2, time, true],
      [1, time, false],
    ]);
  });

  it('answers nobody before the commit', async () => {
    const store = new FakeStore();
    const group = new GroupCommit(store.commit);
    const answered = jest.fn();
    const answer = group.submit('a').then(answered);
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    expect(answered).not.toHaveBeenCalled();
    await store.finish();
    await answer;
    expect(answered).toHaveBeenCalledWith('a!');
  });

  it('bounds the batch and the queue', async () => {
    const store = new FakeStore();
    const group = new GroupCommit(store.commit, { maxBatch: 2, maxQueue: 3 });
    const answers = ['a', 'b', 'c'].map((request) => group.submit(request));
    await expect(group.submit('d')).rejects.toThrow(DatabaseOverloadedError);
    await store.finish();
    await store.finish();
    expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!']);
    expect(store.batches).toEqual([['a', 'b'], ['c']]);
  });

  it('begins a batch beside another when nearly as many wait', async () => {
    const store = new FakeStore();
    const group = new GroupCommit(store.commit, { concurrency: 2 });
    const answers = ['a', 'b', 'c', 'd'].map((request) => group.submit(request));
    while (store.batches.length < 1) await new Promise(setImmediate);
    answers.push(group.submit('e'), group.submit('f'));
    await new Promise(setImmediate);
    expect(store.batches).toEqual([['a', 'b', 'c', 'd']]);
    answers.push(group.submit('g'));
    while (store.batches.length < 2) await new Promise(setImmediate);
    expect(store.batches[1]).toEqual(['e', 'f', 'g']);
    await store.finish();
    await store.finish();
    expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!', 'g!']);
  });

  it('does not let them wait for a batch that hangs', async () => {
    const store = new FakeStore();
    const group = new GroupCommit(store.commit, { concurrency: 2 });
    const first = ['a', 'b'].map((request) => group.submit(request));
    while (store.batches.length < 1) await new Promise(setImmediate);
    const last = group.submit('c');
    while (store.batches.length < 2) await new Promise(setImmediate);
    expect(store.batches).toEqual([['a', 'b'], ['c']]);
    await store.finish();
    await store.finish();
    expect(await Promise.all([...first, last])).toEqual(['a!', 'b!', 'c!']);
  });

  it('lets one bad request fail alone', async () => {
    const commit = jest.fn(async (requests: string[]) => {
      if (requests.includes('c')) throw new Error('bad row');
      return requests.map((request) => `${request}!`);
    });
    const group = new GroupCommit(commit);
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((request) => group.submit(request)));
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
      'a!',
      'b!',
      'failed',
      'd!',
      'e!',
    ]);
  });

  it('tries a failed batch again whole before it splits it', async () => {
    const store = new FakeStore();
    const group = new GroupCommit(store.commit);
    const answers = ['a', 'b'].map((request) => group.submit(request));
    await store.finish(new Error('changed meanwhile'));
    await store.finish();
    expect(await Promise.all(answers)).toEqual(['a!', 'b!']);
    expect(store.batches).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('does not repeat a batch whose fate is unknown', async () => {
    const store = new FakeStore();
    const group = new GroupCommit(store.commit);
    const answers = Promise.allSettled(['a', 'b'].map((request) => group.submit(request)));
    await store.finish(lost());
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(store.batches).toHaveLength(1);
  });

  it('answers within the deadline when the store hangs, and goes on afterwards', async () => {
    const store = new FakeStore();
    const group = new GroupCommit(store.commit, { deadlineMs: 50 });
    const answers = await Promise.allSettled(['a', 'b'].map((request) => group.submit(request)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseOverloadedError) });
    }
    const later = group.submit('c');
    await store.finish();
    await store.finish();
    expect(await later).toBe('c!');
  });

  it('leaves a batch that waited for a row in vain to those that wait apart, and whoever needs the row from then on', async () => {
    const store = new FakeStore();
    let isHeld = true;
    const commitFree = jest.fn(async (requests: readonly string[]) =>
      requests.map((request) => (isHeld && request.startsWith('held') ? HELD : `${request} freely`)),
    );
    const group = new GroupCommit(store.commit, { holdable: { nameOf: (request) => request.slice(0, 4), commitFree } });
    const answers = ['a', 'held1', 'b'].map((request) => group.submit(request));
    await store.finish(new RowHeldError());
    expect(await Promise.all([answers[0], answers[2]])).toEqual(['a freely', 'b freely']);
    answers.push(group.submit('held2'), group.submit('c'));
    await store.finish();
    expect(await answers[4]).toBe('c!');
    isHeld = false;
    expect(await Promise.all([answers[1], answers[3]])).toEqual(['held1 freely', 'held2 freely']);
    // What is free again is committed with all others.
    answers.push(group.submit('held3'));
    await store.finish();
    expect(await answers[5]).toBe('held3!');
    expect(store.batches).toEqual([['a', 'held1', 'b'], ['c'], ['held3']]);
  });

  it('refuses in time who waits for a row that stays held', async () => {
    const commitFree = async (requests: readonly string[]) => requests.map((): typeof HELD => HELD);
    const holdable = { nameOf: (request: string) => request, commitFree };
    const group = new GroupCommit(() => Promise.reject(new RowHeldError()), { holdable, deadlineMs: 50 });
    await expect(group.submit('a')).rejects.toThrow(RowHeldError);
    await group.drain();
  });

  it('lets one bad request among those that wait apart fail alone', async () => {
    const commitFree = async (requests: readonly string[]) => {
      if (requests.includes('b')) throw new Error('bad row');
      return requests.map((request) => `${request}!`);
    };
    const holdable = { nameOf: (request: string) => request, commitFree };
    const group = new GroupCommit<string, string>(() => Promise.reject(new RowHeldError()), { holdable });
    const [a, b, c] = await Promise.allSettled(['a', 'b', 'c'].map((request) => group.submit(request)));
    expect([a, b.status, c]).toEqual([
      { status: 'fulfilled', value: 'a!' },
      'rejected',
      { status: 'fulfilled', value: 'c!' },
    ]);
  });

  it('drains', async () => {
    const store = new FakeStore();
    const group = new GroupCommit(store.commit, { maxBatch: 1 });
    const answers = Promise.all([group.submit('a'), group.submit('b')]);
    const drained = group.drain();
    await store.finish();
    await store.finish();
    await drained;
    expect(await answers).toEqual(['a!', 'b!']);
    await group.drain();
  });
});
