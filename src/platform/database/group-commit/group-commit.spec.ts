import { FakeStore } from '../../../../test/support/fake-store';
import { RowHeldError } from '../database-errors';
import { GroupCommit } from './group-commit';
import { HELD } from './held-rows';

const lost = () => Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });

describe('GroupCommit', () => {
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
    // A row that is free again is committed with all others.
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
});
