import { createHash } from 'node:crypto';
import { type VerdictFacts, verdictPayload } from './verdict-payload';

const NOW = 1795188747395;
const DAY = 24 * 60 * 60;
const IAT = 1795188747;
const FACTS: VerdictFacts = { nonce: 'n'.repeat(16), status: 'AUTHORISED', pass: true, key: 'klücht-1' };
const of = (facts: Partial<VerdictFacts>) => verdictPayload({ ...FACTS, ...facts }, 14, NOW);

it('says what the wire format says, in its order, and nothing that does not apply', () => {
  const hash = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64url');
  expect(JSON.stringify(of({ expiresAt: null, leaseUntil: null }))).toBe(
    `{"iat":${IAT},"exp":${IAT + 14 * DAY},"nonce":"${FACTS.nonce}","status":"AUTHORISED","pass":true,"key":"${hash('klücht-1')}"}`,
  );
  const all = of({
    product: 6,
    device: 'Anna’s',
    expiresAt: NOW + 9e12,
    leaseUntil: NOW + 8e12,
    graceUntil: NOW + 7e12,
    entitlements: { export: true },
    version: '2.1',
    newestCovered: '2.0',
    test: true,
  });
  expect(Object.entries(all).slice(6)).toEqual([
    ['product', 6],
    ['device', hash('Anna’s')],
    ['expiresAt', NOW + 9e12],
    ['leaseUntil', NOW + 8e12],
    ['graceUntil', NOW + 7e12],
    ['entitlements', { export: true }],
    ['version', '2.1'],
    ['newestCovered', '2.0'],
    ['test', true],
  ]);
});

it.each<[string, Partial<VerdictFacts>, number]>([
  ['its license key', { expiresAt: NOW + 10_000, leaseUntil: NOW + 20_000 }, IAT + 10],
  ['its lease, in whole seconds', { expiresAt: NOW + 20_000, leaseUntil: NOW + 10_700 }, IAT + 11],
  ['its days of grace', { expiresAt: NOW - 1, graceUntil: NOW + 30_000 }, IAT + 30],
  ['OFFLINE_DAYS', { expiresAt: NOW + 15 * DAY * 1000 }, IAT + 14 * DAY],
  ['a minute, when it refuses', { pass: false, status: 'EXPIRED', expiresAt: 1 }, IAT + 60],
])('holds no longer than %s', (_, facts, exp) => {
  expect(of(facts)).toMatchObject({ iat: IAT, exp });
});
