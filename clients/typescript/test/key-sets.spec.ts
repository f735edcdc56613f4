import { OpenStore, REQUEST } from './support/clients.js';
import { keySetPayload, signKeySet, TestKey, VERDICT } from './support/signer.js';
import { DAY, HOUR, install, OFFLINE } from './support/installation.js';
import { settled } from './support/virtual-clock.js';

/* Keys change under a client that sleeps; those who stole one, or hold an old set back, gain nothing. */

let { clock, standIn, store, started } = install();
beforeEach(() => {
  ({ clock, standIn, store, started } = install());
});

const fresh = (options: object = {}) => started(options).check({ ...REQUEST, fresh: true });
const versionsKept = (): number[] =>
  store.read().keySets.map((text) => {
    const { payload } = JSON.parse(text) as { payload: string };
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { version: number }).version;
  });

/** The service, or who sits before it, brings this as the latest key set. */
const bringKeySet = (text: string): void => {
  standIn.instead = ({ path }) => (path === '/.well-known/keylink/keys' ? { status: 200, body: text } : undefined);
};

it('a client that slept through three rotations catches up, and keeps what shows it again without the service', async () => {
  await fresh();
  for (const name of ['second', 'third', 'fourth']) {
    await clock.pass(30 * DAY);
    standIn.rotate(name);
  }
  expect(await fresh()).toMatchObject({ outcome: 'allowed', source: 'service' });
  expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
  expect(versionsKept()).toEqual([4]);
});

it('several who walk at a time, each at a pace of its own, all arrive', async () => {
  await fresh();
  for (const name of ['second', 'third', 'fourth']) standIn.rotate(name);
  await clock.pass(2 * HOUR);
  let asked = 0;
  const fetch: typeof standIn.fetch = async (url, init) => {
    for (let turn = (asked += 1) % 5; turn > 0; turn -= 1) await settled();
    return standIn.fetch(url, init);
  };
  const client = started({ fetch });
  const outcomes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => client.check({ key })));
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['allowed']));
  expect(versionsKept()).toEqual([4]);
});

it('a client follows the root through its changes, and keeps each of them', async () => {
  await fresh();
  standIn.rotateRoot('second root');
  standIn.rotate('second');
  await clock.pass(2 * HOUR);
  expect(await fresh()).toMatchObject({ outcome: 'allowed', source: 'service' });
  standIn.rotateRoot('third root');
  standIn.rotate('third');
  await clock.pass(2 * HOUR);
  expect(await fresh()).toMatchObject({ outcome: 'allowed', source: 'service' });
  expect(versionsKept()).toEqual([2, 4, 5]);
  expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
});

it('a new client begins with the newest set that its root has signed', async () => {
  standIn.rotate('second');
  standIn.rotateRoot('second root');
  standIn.rotate('third');
  expect(await fresh()).toMatchObject({ outcome: 'allowed', source: 'service' });
  const asked = standIn.requests.map(({ path }) => path).filter((path) => path.includes('keys'));
  expect(asked).toEqual(['', '/3'].map((version) => `/.well-known/keylink/keys${version}`));
});

it('junk that somebody adds to a set as a second signature spoils nothing that is kept', async () => {
  standIn.rotateRoot('second root');
  const { payload, signatures } = JSON.parse(standIn.keySets[1]) as { payload: string; signatures: object[] };
  standIn.rotate('second');
  const latest = JSON.parse(standIn.keySets[2]) as { payload: string; signatures: object[] };
  expect(payload).not.toBe(latest.payload);
  bringKeySet(JSON.stringify({ ...latest, signatures: [...latest.signatures, signatures[0]] }));
  expect(await fresh()).toMatchObject({ outcome: 'allowed' });
  expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'cache' });
});

describe('a stolen signing key', () => {
  it('ends at the next contact: its verdicts, its passes, its licenses', async () => {
    const stolen = standIn.signing;
    await fresh();
    standIn.rotate('second');
    standIn.revoke(stolen);
    await clock.pass(2 * HOUR);
    standIn.instead = (request) =>
      request.path.startsWith('/api')
        ? { status: 200, body: JSON.stringify({ signed: stolen.token(VERDICT, standIn.payloadFor(request)) }) }
        : undefined;
    expect(await fresh()).toMatchObject({ outcome: 'unreachable', reason: 'signature' });
    expect(await started(OFFLINE).check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
  });

  it('ends for who has its key set held back when that expires', async () => {
    await fresh();
    const held = standIn.keySets[0];
    await clock.pass(401 * DAY);
    bringKeySet(held);
    expect(await fresh()).toMatchObject({ outcome: 'unreachable', reason: 'keys' });
  });
});

describe('the latest key set', () => {
  const refused = { outcome: 'unreachable', reason: 'keys' };
  const attacker = new TestKey('attacker');

  it('that is older than the known one changes nothing', async () => {
    const old = standIn.keySets[0];
    standIn.rotate('second');
    await fresh();
    bringKeySet(old);
    await clock.pass(2 * HOUR);
    expect(await fresh()).toMatchObject({ outcome: 'allowed', source: 'service' });
    expect(versionsKept()).toEqual([2]);
  });

  it('rolled back to a time when a revoked key was good brings that key nothing', async () => {
    const [stolen, old] = [standIn.signing, standIn.keySets[0]];
    standIn.rotate('second');
    standIn.revoke(stolen);
    await fresh();
    bringKeySet(old);
    standIn.signing = stolen;
    await clock.pass(2 * HOUR);
    expect(await fresh()).toMatchObject({ outcome: 'allowed', source: 'cache' });
    expect(await fresh({ store: new OpenStore(), keySets: standIn.keySets })).toMatchObject({ outcome: 'unreachable' });
  });

  it('that has expired is refused', async () => {
    bringKeySet(
      signKeySet(keySetPayload({ ...standIn.next(), version: 1, exp: standIn.seconds() + 1 }), [standIn.root]),
    );
    await clock.pass(2000);
    expect(await fresh()).toMatchObject(refused);
  });

  it('after a gap is refused', async () => {
    await fresh();
    standIn.rotate('second');
    standIn.rotate('third');
    standIn.keySets[1] = 'lost';
    await clock.pass(2 * HOUR);
    expect(await fresh({ store: store.change({ tokens: [] }) })).toMatchObject(refused);
    expect(versionsKept()).toEqual([1]);
  });

  it.each([
    ['the old root alone', () => [standIn.root]],
    ['the new root alone', () => [attacker]],
    ['nobody whom the client knows', () => [new TestKey('somebody'), attacker]],
  ])('with another root, signed by %s, is refused', async (_, signers) => {
    await fresh();
    await clock.pass(2 * HOUR);
    standIn.publish(
      { ...standIn.next(), root: attacker, keys: [{ key: attacker, notBefore: standIn.seconds() }] },
      signers(),
    );
    standIn.signing = attacker;
    expect(await fresh({ store: store.change({ tokens: [] }) })).toMatchObject(refused);
    expect(versionsKept()).toEqual([1]);
  });

  it('that takes a revocation back is refused', async () => {
    const stolen = standIn.signing;
    standIn.rotate('second');
    standIn.revoke(stolen);
    await fresh();
    standIn.publish({ ...standIn.next(), revoked: [] });
    standIn.signing = stolen;
    await clock.pass(2 * HOUR);
    expect(await fresh({ store: store.change({ tokens: [] }) })).toMatchObject(refused);
  });
});
