import { KeyChain } from '../../clients/typescript/src/key-chain';
import { nodeCrypto } from '../../clients/typescript/src/node-crypto';
import { newKey, signGeneral } from '../../src/signing/jws';
import { firstKeySet, type KeySetPayload, rotated, withRevoked, withRoot } from '../../src/signing/key-set-payload';
import { open, openKeySets } from '../../src/signing/key-set-proof';
import { carryOn, readPublished } from '../../src/signing/published-key-sets';

const NOW = Math.floor(Date.now() / 1000);
const [root, nextRoot] = [newKey(), newKey()];
const sign = (payload: KeySetPayload, ...roots: ReturnType<typeof newKey>[]): string =>
  signGeneral('keylink-keys+jwt', payload, roots);

/** Versions 1 to 3 as they are in a backup, and 4 and 5 as they were lost: the second revokes the key of version 3. */
const [first, second, third, fourth] = [newKey(), newKey(), newKey(), newKey()];
const one = firstKeySet('acme', 1, NOW, { root, signing: first });
const two = rotated(one, second, NOW);
const three = rotated(two, third, NOW);
const four = rotated(three, fourth, NOW);
const five = withRevoked(four, third.kid, newKey(), NOW);
const texts = [one, two, three, four, five].map((payload) => sign(payload, root));
const stored = openKeySets(texts.slice(0, 3).map((jws, index) => ({ version: index + 1, jws })));

/** What a service publishes after a restore: what was carried on, and the next version with a key of its own. */
function publish(published: Parameters<typeof carryOn>[1], by = root) {
  const { sets, last } = carryOn(stored, published);
  const next = rotated(last, newKey(), NOW);
  const jws = [...sets.map((set) => ('jws' in set ? set.jws : sign(set, root))), sign(next, by)];
  return { next, all: [...texts.slice(0, 3), ...jws] };
}

/** What a program believes that had seen the lost versions up to one, and then meets the service. */
async function walk(all: readonly string[], seen: number, own = texts): Promise<number | undefined> {
  const chain = await KeyChain.startingAt(nodeCrypto, root.x);
  await chain.walk(async (version = seen) => own[version - 1], NOW);
  await chain.walk(async (version = all.length) => all[version - 1], NOW).catch(() => undefined);
  return chain.latest?.version;
}

it('a restored service goes on where it was, for programs that saw any version and for those that saw none', async () => {
  const { next, all } = publish([open(texts[4], 'it')]);
  expect([next.version, next.revoked]).toEqual([6, [third.kid]]);
  expect(all[4]).toBe(texts[4]);
  for (const seen of [1, 2, 3, 4, 5]) expect([seen, await walk(all, seen)]).toEqual([seen, 6]);
});

it('without evidence it leaves out versions, and takes back no key: who saw the lost ones goes on', async () => {
  const { all } = publish(undefined);
  expect(all).toHaveLength(24);
  for (const seen of [3, 4]) expect([seen, await walk(all, seen)]).toEqual([seen, 24]);
  // A lost revocation isn't known: programs hold fast to it.
  expect(await walk(all, 5)).toBe(5);
});

it('is told the last version by its number alone', () => {
  const { sets } = carryOn(stored, 5);
  expect(sets.map((set) => ('jws' in set ? set.payload : set).version)).toEqual([4, 5]);
  expect(carryOn(stored, 3).sets).toEqual([]);
});

it('carries a lost revocation on where a version was published twice already', async () => {
  const again = openKeySets([
    ...texts.slice(0, 3).map((jws, index) => ({ version: index + 1, jws })),
    { version: 4, jws: sign(rotated(three, newKey(), NOW), root) },
    { version: 5, jws: sign(rotated(rotated(three, newKey(), NOW), newKey(), NOW), root) },
  ]);
  const { sets, last } = carryOn(again, [open(texts[4], 'it')]);
  expect([sets, last.version, last.revoked]).toEqual([[], 5, [third.kid]]);
  expect(last.keys.map(({ kid }) => kid)).toContain(fourth.kid);
  const all = [...again.map(({ jws }) => jws), sign(rotated(last, newKey(), NOW), root)];
  expect(await walk(all, 5)).toBe(6);
});

it('follows a lost change of the root key, which its own set shows', async () => {
  const changed = sign(withRoot(four, nextRoot, NOW), root, nextRoot);
  const { all } = publish([open(changed, 'it')], nextRoot);
  expect(await walk(all, 3)).toBe(6);
  expect(await walk(all, 5, [...texts.slice(0, 4), changed])).toBe(6);
});

it('refuses what belongs to another service, is not signed, or lies too far ahead', () => {
  const other = newKey();
  const foreign = sign({ ...five, root: { kid: other.kid, x: other.x } }, other);
  expect(() => carryOn(stored, [open(foreign, 'it')])).toThrow("doesn't follow from version 3");
  const { payload } = JSON.parse(texts[4]) as { payload: string };
  expect(() => readPublished(JSON.stringify({ payload, signatures: [] }))).toThrow('not signed');
  expect(() => readPublished('<html>')).toThrow('holds no key set');
  expect(() => carryOn(stored, 1_000_000)).toThrow('too far');
});

it("reads the service's answer, a client's cache and a license file", () => {
  const versions = (text: string): number[] => readPublished(text).map(({ payload }) => payload.version);
  expect(versions(`${texts[4]}\n`)).toEqual([5]);
  expect(versions(JSON.stringify({ v: 1, keySets: [texts[4], texts[1]], tokens: [] }))).toEqual([2, 5]);
  expect(versions(`${texts[0]}\n${texts[3]}\neyJhbGciOi.a.b\n`)).toEqual([1, 4]);
});
