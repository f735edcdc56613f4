import { FakeStore } from '../../../../test/support/fake-store';
import { BatchAttempts } from './batch-attempts';
import type { Waiting } from './batcher';

const lost = () => Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });

/** Settles one batch of these requests. @returns their answers */
function settle(attempts: BatchAttempts<string, string>, requests: string[], expires = Infinity): Promise<string>[] {
  const batch: Waiting<string, string>[] = [];
  const answers = requests.map(
    (request) => new Promise<string>((resolve, reject) => batch.push({ request, expires, resolve, reject })),
  );
  void attempts.settle(batch);
  return answers;
}

describe('BatchAttempts', () => {
  it('lets one bad request fail alone', async () => {
    const commit = jest.fn(async (requests: string[]) => {
      if (requests.includes('c')) throw new Error('bad row');
      return requests.map((request) => `${request}!`);
    });
    const attempts = new BatchAttempts(commit);
    const outcomes = await Promise.allSettled(settle(attempts, ['a', 'b', 'c', 'd', 'e']));
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
    const attempts = new BatchAttempts(store.commit);
    const answers = settle(attempts, ['a', 'b']);
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
    const attempts = new BatchAttempts(store.commit);
    const answers = Promise.allSettled(settle(attempts, ['a', 'b']));
    await store.finish(lost());
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(store.batches).toHaveLength(1);
  });

  it('does nothing that was refused while it waited', async () => {
    const store = new FakeStore();
    const attempts = new BatchAttempts(store.commit);
    void Promise.allSettled(settle(attempts, ['a'], performance.now()));
    await store.finish(new Error('changed meanwhile'));
    await new Promise(setImmediate);
    expect(store.batches).toEqual([['a']]);
  });
});
