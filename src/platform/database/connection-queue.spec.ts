import type { PoolConnection } from 'mysql2';
import { type Acquire, ConnectionQueue } from './connection-queue';

/** A queue of at most 3, its requests to mysql2, and the callers' results. */
function queueOfThree() {
  const turns: Acquire[] = [];
  const told: unknown[] = [];
  const servers = { generation: 0 };
  const queue = new ConnectionQueue(
    (done) => void turns.push(done),
    3,
    () => servers.generation,
  );
  const release = jest.fn();
  const connection = { release } as unknown as PoolConnection;
  const wait = (name: string, isAgain = false) =>
    queue.wait((error) => told.push(error ? `${name}: ${error.message}` : name), isAgain);
  return { queue, servers, turns, told, release, connection, wait };
}

describe('the queue for connections', () => {
  it('serves who has waited longest, with what there is', () => {
    const { turns, told, connection, wait } = queueOfThree();
    for (const name of ['a', 'b']) wait(name);
    turns[1](null, connection);
    turns[0](new Error('refused'), undefined!);
    expect(told).toEqual(['a', 'b: refused']);
  });

  it('gives the turn of one who left to the next, and a connection that nobody waits for back', () => {
    const { turns, told, release, connection, wait } = queueOfThree();
    wait('a')();
    wait('b');
    turns[0](null, connection);
    expect([told, release.mock.calls.length]).toEqual([['b'], 0]);
    turns[1](null, connection);
    expect([told, release.mock.calls.length]).toEqual([['b'], 1]);
  });

  it('tells nobody that a server failed which was left since, and asks for another turn where one is needed', () => {
    const { servers, turns, told, connection, wait } = queueOfThree();
    wait('a');
    servers.generation++;
    turns[0](new Error('late'), undefined!);
    turns[1](null, connection);
    expect([told, turns.length]).toEqual([['a'], 2]);
  });

  it('serves who asks again before all others', () => {
    const { turns, told, connection, wait } = queueOfThree();
    wait('a');
    wait('b', true);
    turns[0](null, connection);
    expect(told).toEqual(['b']);
  });

  it('asks for no more turns than may wait, however many left, and serves by those that are left', () => {
    const { queue, turns, told, connection, wait } = queueOfThree();
    for (let index = 0; index < 10; index++) wait('gone')();
    for (const name of ['a', 'b', 'c']) wait(name);
    expect(turns).toHaveLength(3);
    expect(turns.every((turn) => queue.isTurn(turn))).toBe(true);
    for (const turn of turns) turn(null, connection);
    expect(told).toEqual(['a', 'b', 'c']);
    wait('d');
    turns[3](null, connection);
    expect(told).toEqual(['a', 'b', 'c', 'd']);
  });
});
