import { keySetPayload, LICENSE, sha256, signKeySet, TestKey, VERDICT } from './signer.js';

/* What the test vectors are made of: a service whose keys were rotated, stolen and revoked. All keys are known to everybody. */

/** Whom a token has to be for: texts, which the verifier hashes. */
export interface Asked {
  readonly key: string;
  readonly product: number;
  readonly device?: string;
  /** Of verdicts. */
  readonly nonce?: string;
}

export type Value = string | number | boolean;

export interface TokenVector {
  readonly name: string;
  readonly token: string;
  readonly asked: Asked;
  readonly valid: boolean;
  /** What the license key contains, if the token says so in a form that is understood. */
  readonly contains?: Readonly<Record<string, Value>>;
}

const START = Date.UTC(2027, 0, 1) / 1000;
const DAY = 86_400;
export const NOW = START + 100 * DAY;

export const firstRoot = new TestKey('first root');
export const secondRoot = new TestKey('second root');
export const strangerRoot = new TestKey('root of nobody');
/** Signed until day 30, was stolen and revoked on day 60; signed from day 30 to 90; signs since. */
export const [stolen, retired, signing] = ['stolen', 'retired', 'signing'].map(
  (name) => new TestKey(`${name} signing key`),
);
export const stranger = new TestKey('signing key of nobody');

export const at = (day: number): number => START + day * DAY;
export const first = { version: 1, iat: at(0), root: firstRoot, keys: [{ key: stolen, notBefore: at(0) }] };
const firstEnded = { key: stolen, notBefore: at(0), notAfter: at(30) };
export const second = {
  version: 2,
  iat: at(30),
  root: firstRoot,
  keys: [firstEnded, { key: retired, notBefore: at(30) }],
};
export const third = { ...second, version: 3, iat: at(60), root: secondRoot, revoked: [stolen] };
export const fourth = {
  ...third,
  version: 4,
  iat: at(90),
  keys: [firstEnded, { key: retired, notBefore: at(30), notAfter: at(90) }, { key: signing, notBefore: at(90) }],
};

export const signedFirst = signKeySet(keySetPayload(first), [firstRoot]);
export const signedSecond = signKeySet(keySetPayload(second), [firstRoot]);
export const signedThird = signKeySet(keySetPayload(third), [firstRoot, secondRoot]);
export const signedFourth = signKeySet(keySetPayload(fourth), [secondRoot]);
export const CHAIN = [signedFirst, signedSecond, signedThird, signedFourth];

export const ASKED = {
  key: 'bb8b1bec-4323-4373-ae4e-16696767e842',
  product: 6,
  device: 'laptop-of-anna',
  nonce: 'n0nce-of-this-check',
};
export const bound = (asked: Asked): object => ({
  nonce: asked.nonce,
  key: sha256(asked.key),
  product: asked.product,
  device: asked.device === undefined ? undefined : sha256(asked.device),
});

export const PASS = {
  iss: 'keylink',
  iat: NOW,
  exp: NOW + 14 * DAY,
  status: 'AUTHORISED',
  pass: true,
  ...bound(ASKED),
};
export const { nonce: _, ...UNASKED } = ASKED;
export const PROMISE = { iss: 'keylink', iat: NOW, exp: NOW + 30 * DAY, jti: 'Xy3kPq81LmN0aZ_-', ...bound(UNASKED) };

export const text = JSON.stringify(PASS);

export const pass = (change: object = {}): string => signing.token(VERDICT, { ...PASS, ...change });
export const license = (change: object = {}): string => signing.token(LICENSE, { ...PROMISE, ...change });
/** The three parts of a token, one of them changed. */
export function mend(token: string, change: (parts: string[]) => string[]): string {
  return change(token.split('.')).join('.');
}

export const valid = (name: string, token: string, asked: object = {}): TokenVector => ({
  name,
  token,
  asked: { ...ASKED, ...asked },
  valid: true,
});
export const invalid = (name: string, token: string, asked: object = {}): TokenVector => ({
  ...valid(name, token, asked),
  valid: false,
});
