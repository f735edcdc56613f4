import { newKey, signGeneral } from './jws';
import { firstKeySet, type KeySetPayload, rotated, withRevoked } from './key-set-payload';
import { openKeySets, requireSameKeys } from './key-set-proof';
import type { SigningKey } from './signing-key.entity';

const NOW = 1_800_000_000;
const [root, stolen, former, current, planted] = [newKey(), newKey(), newKey(), newKey(), newKey()];
const sign = (payload: KeySetPayload, by = root): string => signGeneral('keylink-keys+jwt', payload, [by]);
const one = firstKeySet('acme', 1, NOW, { root, signing: stolen });
const two = withRevoked(one, stolen.kid, former, NOW + 1);
const three = rotated(two, current, NOW + 2);
const stored = [one, two, three].map((payload) => ({ version: payload.version, jws: sign(payload) }));

const row = (id: number, { kid, x }: typeof root, rest: Partial<SigningKey>): SigningKey => ({
  id,
  role: 'signing',
  kid,
  x,
  notBefore: NOW,
  notAfter: null,
  revokedAt: null,
  privateKey: null,
  ...rest,
});
const rows = (): SigningKey[] => [
  row(1, root, { role: 'root' }),
  row(2, stolen, { notAfter: NOW + 1, revokedAt: NOW + 1 }),
  row(3, former, { notBefore: NOW + 1, notAfter: NOW + 2 }),
  row(4, current, { notBefore: NOW + 2 }),
];

it('takes a table that says what is signed', () => {
  expect(() => requireSameKeys(rows(), openKeySets(stored))).not.toThrow();
});

it.each<[string, (all: SigningKey[]) => unknown, string]>([
  ['a planted key', (all) => all.push(row(5, planted, {})), `${planted.kid} .* is in no signed key set`],
  [
    'a planted root',
    (all) => all.push(row(5, planted, { role: 'root' })),
    `${planted.kid} .* is a root key in no signed`,
  ],
  ['a revocation taken back', (all) => (all[1].revokedAt = null), `${stolen.kid} .* no revokedAt`],
  ['a revocation', (all) => (all[3].revokedAt = NOW), `${current.kid} .* has it valid`],
  ['another public half', (all) => (all[3].x = planted.x), `${current.kid} .* isn't its public half`],
  ['an earlier beginning', (all) => (all[2].notBefore = 0), `${former.kid} .* notBefore 0, .* says ${NOW + 1}`],
  ['no end', (all) => (all[2].notAfter = null), `${former.kid} .* notAfter null, .* says ${NOW + 2}`],
  ['another role', (all) => (all[3].role = 'root'), `${current.kid} .* is a root key in no signed`],
  ['a former root', (all) => (all[0].notAfter = NOW), `${root.kid} .* is the present root key`],
  ['a key left out', (all) => all.pop(), `${current.kid} .* is not in the table`],
])('names the key and the difference: %s', (_, change, message) => {
  const all = rows();
  change(all);
  expect(() => requireSameKeys(all, openKeySets(stored))).toThrow(new RegExp(message));
});

it.each<[string, () => typeof stored, string]>([
  [
    'an unsigned one',
    () => [stored[0], { version: 2, jws: sign(two, planted) }],
    'version 2 .* not signed by its root',
  ],
  [
    'an older one in the place of a newer',
    () => [stored[0], stored[1], { version: 3, jws: stored[1].jws }],
    'version 2 stands in the place of version 3',
  ],
  ['a gap', () => [stored[0], stored[2]], 'version 2 of the key set is missing'],
  [
    'a revocation taken back',
    () => [stored[0], stored[1], { version: 3, jws: sign(rotated({ ...one, version: 2 }, current, NOW)) }],
    "version 3 .* doesn't follow",
  ],
  ['no key set at all', () => [{ version: 1, jws: '{"payload":"e30"}' }], 'version 1 .* not signed'],
])('refuses key sets that programs would refuse: %s', (_, sets, message) => {
  expect(() => openKeySets(sets())).toThrow(new RegExp(message));
});

it('takes a set of a new root key that ends all before it, where the root key was lost', () => {
  const revoked = [...three.revoked, ...three.keys.map(({ kid }) => kid)];
  const anew = firstKeySet('acme', 4, NOW, { root: planted, signing: newKey(), revoked });
  expect(openKeySets([...stored, { version: 4, jws: sign(anew, planted) }])).toHaveLength(4);
  const less = { ...anew, revoked: revoked.slice(1) };
  expect(() => openKeySets([...stored, { version: 4, jws: sign(less, planted) }])).toThrow('follow');
});
