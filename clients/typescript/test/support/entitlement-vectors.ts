import { LICENSE, VERDICT } from './signer.js';
import {
  invalid,
  license,
  NOW,
  pass,
  PASS,
  PROMISE,
  signing,
  text,
  type TokenVector,
  valid,
  type Value,
} from './vector-world.js';

const MANY = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`feature-${index}`, index]));
const LONG = 'x'.repeat(500);

const written = (json: string): string => signing.token(VERDICT, text.replace('}', `,"entitlements":${json}}`));
const withContents = (vector: TokenVector, contains?: Readonly<Record<string, Value>>): TokenVector => ({
  ...vector,
  contains,
});
const contents = (name: string, json: string, contains?: Readonly<Record<string, Value>>): TokenVector =>
  withContents(valid(name, written(json)), contains);

/** What signed answers say of what the license key contains: what isn't true, a finite number or a text is from a later service. */
export function verdictsWithEntitlements(): TokenVector[] {
  const refusal = { exp: NOW + 60, status: 'NOT ENTITLED', pass: false };
  return [
    contents('a pass with entitlements', '{"export":true,"projects":50,"edition":"pro"}', {
      export: true,
      projects: 50,
      edition: 'pro',
    }),
    contents('a pass that contains nothing', '{}', {}),
    contents('a pass with 64 entitlements', JSON.stringify(MANY), MANY),
    contents('an entitlement that is false', '{"export":false}', { export: false }),
    contents('an entitlement of 0', '{"projects":0}', { projects: 0 }),
    contents('an entitlement below 0', '{"offset":-3}', { offset: -3 }),
    contents('an entitlement with a fraction', '{"rate":0.25}', { rate: 0.25 }),
    contents('an entitlement with an exponent', '{"rows":1E6}', { rows: 1_000_000 }),
    contents('an entitlement whose text is a number', '{"projects":"50"}', { projects: '50' }),
    contents('an entitlement whose text is empty', '{"edition":""}', { edition: '' }),
    contents('an entitlement with a long text', `{"note":"${LONG}"}`, { note: LONG }),
    contents('an entitlement outside of ASCII', '{"édition":"プロ 💼"}', { édition: 'プロ 💼' }),
    contents('entitlements that are escaped', '{"\\u0065xport":"a\\"b\\\\c"}', { export: 'a"b\\c' }),
    contents('entitlements that are named by numbers', '{"7":true,"0":"a"}', { 0: 'a', 7: true }),
    contents(
      'entitlements that are named like members of objects',
      '{"__proto__":true,"constructor":1,"toString":"x"}',
      Object.fromEntries<Value>([
        ['__proto__', true],
        ['constructor', 1],
        ['toString', 'x'],
      ]),
    ),
    contents('an entitlement of a later service: null', '{"export":true,"next":null}', { export: true }),
    contents('an entitlement of a later service: a list', '{"next":["a"],"export":true}', { export: true }),
    contents('an entitlement of a later service: an object', '{"next":{"export":true}}', {}),
    contents('an entitlement beyond all numbers', '{"projects":1e999,"export":true}', { export: true }),
    contents('entitlements that are null', 'null'),
    contents('entitlements that are a list', '["export"]'),
    contents('entitlements that are a text', '"export"'),
    contents('entitlements that are true', 'true'),
    valid('a refusal for what the license key does not contain', pass(refusal)),
    valid('a pass in the days of grace', pass({ expiresAt: (NOW - 60) * 1000, graceUntil: (NOW + 60) * 1000 })),
    invalid('a refusal for what is not contained that says it passes', pass({ ...refusal, pass: true })),
    invalid('an entitlement twice', written('{"projects":5,"projects":50}')),
    invalid(
      'entitlements twice',
      signing.token(VERDICT, text.replace('{', '{"entitlements":{},"entitlements":{"export":true},')),
    ),
    invalid('an entitlement of half a character', written('{"edition":"\\ud83d"}')),
    invalid(
      'entitlements put in after signing',
      pass().replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify({ ...PASS, entitlements: { export: true } })).toString('base64url')}.`,
      ),
    ),
  ];
}

/** Offline licenses that say what the license key contains. */
export function licensesWithEntitlements(): TokenVector[] {
  const take = (name: string, token: string, contains?: Readonly<Record<string, Value>>) =>
    withContents(valid(name, token, { nonce: undefined }), contains);
  const all = { export: true, projects: 50, edition: 'pro' };
  return [
    take('a license with entitlements', license({ entitlements: all }), all),
    take('a license with an entitlement of a later service', license({ entitlements: { export: true, next: [] } }), {
      export: true,
    }),
    take('a license whose entitlements are a list', license({ entitlements: ['export'] })),
    invalid(
      'a license with entitlements twice',
      signing.token(LICENSE, JSON.stringify(PROMISE).replace('{', '{"entitlements":{},"entitlements":{"a":true},')),
      { nonce: undefined },
    ),
  ];
}
