import type { KeySetVector } from './key-set-vectors.js';
import { base64url, KEYS, keySetPayload, LICENSE, type TestKey, VERDICT } from './signer.js';
import {
  ASKED,
  CHAIN,
  first,
  firstRoot,
  fourth,
  NOW,
  PASS,
  PROMISE,
  second,
  secondRoot,
  signing,
  third,
  type TokenVector,
} from './vector-world.js';
import { makeVectors } from './vectors.js';

/*
 * Verdicts, licenses and key sets in odd forms, signed with the right keys: whoever reads them in another way than the client
 * does shows it here. They are made of a seed, always the same.
 */

/** What a vector file has, except that nobody has said yet what is valid. */
type Mutations = ReturnType<typeof makeVectors>;

/** Members as they are written: names and values are JSON, or nearly. */
type Member = readonly [name: string, value: string];

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Values that one language or another reads in its own way. */
const ODD = [
  ['0', '-0', '-1', '1', '1.0', '0.5', '1e3', '1E+2', '-1e-999', '6', '6.0', '7', '60e-1', `${NOW}.5`, '1e999'],
  ['9007199254740991', '9007199254740992', '9007199254740990.7', '18446744073709551617', '1'.repeat(400)],
  ['1'.repeat(5000), '01', '+1', '.5', '1.', '0x10', '1_000', '-', 'NaN', 'Infinity', '-Infinity', 'undefined'],
  ['true', 'false', 'null', 'TRUE', 'Null', 'truex', '""', '"6"', '"true"', '"AUTHORISED"', '"EXPIRED"', `"${NOW}"`],
  ['[]', '{}', '[6]', '["6"]', '{"0":6}', '{"":1}', '{"a":1,"a":2}', '{"a":{"b":[null,{"c":"d:e"}]}}', '[1,]', '{,}'],
  [nested(31), nested(32), nested(500), nested(2900), '"\\ud83d\\ude00"', '"\\ud83d"', '"\\ude00\\ud83d"', '"ключ 💻"'],
  ['"\\u0000"', '"\\u0000x"', '"a\u0001b"', '"a\nb"', '"\\x41"', "'a'", '"\\/"', '"\uFEFF"', '"\u2028"', '"\u007F"'],
  ['{"\\u0000a":1}', '{"__proto__":{"exp":1}}', '{"\\ud800":1}', '"\\\\ud800"', '"\\":\\""', '/**/1', '1 2', ''],
].flat();
const NAMES = ['note', '', '0', '7', 'é', '\\u0061', '__proto__', 'constructor', '\\u0000x', '\\ud800', 'a:b', '\\"'];
const SPACES = [' ', '\n', '\t', '\r\n', '\f', '\u00A0', '\u2003', '\uFEFF', '\v', '\0'];
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** @returns as many token files and key sets as `count` says together */
export function mutate(seed: number, count: number): Mutations {
  const mutator = new Mutator(seed);
  const files = makeVectors();
  const times = <T>(part: number, make: (index: number) => T): T[] =>
    Array.from({ length: Math.round(count * part) }, (_, index) => make(index));
  return {
    verdicts: { ...files.verdicts, vectors: times(0.4, (index) => mutator.token(`verdict ${index}`, VERDICT)) },
    licenses: { ...files.licenses, vectors: times(0.3, (index) => mutator.token(`license ${index}`, LICENSE)) },
    'key-sets': { ...files['key-sets'], vectors: times(0.3, (index) => mutator.keySets(`key set ${index}`)) },
  };
}

class Mutator {
  constructor(private state: number) {}

  token(name: string, typ: string): TokenVector {
    const { nonce, ...unasked } = ASKED;
    const asked = typ === VERDICT ? { ...unasked, nonce } : unasked;
    const payload = this.object(typ === VERDICT ? this.verdict() : this.license());
    const header = this.rarely(0.15, () => this.object(signing.header(typ)), JSON.stringify(signing.header(typ)));
    const signed = `${this.encode(header)}.${this.encode(payload)}`;
    const token = `${signed}.${this.encode(signing.sign(signed))}`;
    const isLone = this.chance(0.1);
    return {
      name,
      token: this.rarely(0.02, () => this.text(token), token),
      asked: isLone ? { ...asked, device: undefined } : asked,
      valid: false,
    };
  }

  /** The chain as far as one of its sets, which is another. */
  keySets(name: string): KeySetVector {
    const place = this.below(CHAIN.length);
    const content = keySetPayload([first, second, third, fourth][place]) as Record<string, unknown>;
    const signers = place < 2 ? [firstRoot] : place === 2 ? [firstRoot, secondRoot] : [secondRoot];
    const payload = this.encode(this.object(content));
    const signatures = signers.map((signer) => this.signature(signer, payload));
    const list = this.rarely(0.03, () => this.pick(ODD), `[${signatures.join(',')}]`);
    const members: Member[] = [
      ['payload', JSON.stringify(payload)],
      ['signatures', list],
    ];
    const text = this.write(this.rarely(0.05, () => this.change(members), members));
    return { name, rootKey: firstRoot.x, keySets: [...CHAIN.slice(0, place), text], valid: false };
  }

  private verdict(): object {
    const refusal = { exp: NOW + 60, status: 'EXPIRED', pass: false };
    const more = { expiresAt: (NOW + 5) * 1000, leaseUntil: (NOW + 60) * 1000 };
    return this.pick([PASS, { ...PASS, ...more }, { ...PASS, ...refusal }, { ...PASS, device: undefined }]);
  }

  private license(): object {
    return this.pick([PROMISE, { ...PROMISE, nonce: 'n0nce-of-a-request' }, { ...PROMISE, device: undefined }]);
  }

  private signature(signer: TestKey, payload: string): string {
    const protect = this.encode(this.rarely(0.05, () => this.object(signer.header(KEYS)), toJson(signer.header(KEYS))));
    const members: Member[] = [
      ['protected', JSON.stringify(protect)],
      ['signature', JSON.stringify(this.encode(signer.sign(`${protect}.${payload}`)))],
    ];
    return this.write(this.rarely(0.03, () => this.change(members), members));
  }

  /** The JSON of this object, one to three things in it changed. */
  private object(value: object): string {
    let members = Object.entries(value).flatMap(([name, each]): Member[] =>
      each === undefined ? [] : [[name, this.nested(each)]],
    );
    for (let rounds = this.pick([1, 1, 1, 2, 3]); rounds > 0; rounds -= 1) members = this.change(members);
    const json = this.write(members);
    return this.rarely(0.03, () => this.text(json), json);
  }

  /** Objects inside of key sets are changed like the whole, though less often. */
  private nested(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (!Array.isArray(value)) return this.rarely(0.2, () => this.object(value), JSON.stringify(value));
    const items = value.map((each) => this.nested(each));
    return `[${this.rarely(0.1, () => [...items, this.pick(ODD)], items).join(',')}]`;
  }

  private change(members: readonly Member[]): Member[] {
    const place = this.below(members.length);
    const [name, value] = members[place] ?? ['note', '1'];
    const put = (...instead: Member[]): Member[] => [
      ...members.slice(0, place),
      ...instead,
      ...members.slice(place + 1),
    ];
    switch (this.below(8)) {
      case 0:
        return put();
      case 1:
        return put(
          [name, value],
          this.pick<Member>([
            [name, value],
            [name, this.pick(ODD)],
            [escaped(name), value],
          ]),
        );
      case 2:
        return put([escaped(name), value]);
      case 3:
        return put([this.pick([name.toUpperCase(), ` ${name}`, `${name}\\u0000`, this.pick(NAMES)]), value]);
      case 4:
        return [...members, [this.pick([...NAMES, 'device', 'expiresAt', 'notAfter']), this.pick(ODD)]];
      case 5:
        return put([name, this.respell(value)]);
      default:
        return put([name, this.pick(ODD)]);
    }
  }

  /** The same value, or nearly, in another spelling. */
  private respell(value: string): string {
    if (/^\d+$/.test(value)) return this.pick([`${value}.0`, `${value}e0`, `${value}0e-1`, `-${value}`, `${value}.25`]);
    if (value.startsWith('"')) return this.pick([`"${escaped(value.slice(1, -1))}"`, `[${value}]`, `${value}"`]);
    return this.pick([`${value} `, `[${value}]`, `{"0":${value}}`, `"${value.replaceAll('"', '')}"`]);
  }

  private write(members: readonly Member[]): string {
    const space = (): string => this.rarely(0.01, () => this.pick(SPACES), '');
    const written = members.map(([name, value]) => `${space()}"${name}"${space()}:${space()}${value}${space()}`);
    return `${space()}{${written.join(',')}}${space()}`;
  }

  /** Base64url, now and then in another spelling; of texts, now and then with a byte that is no UTF-8. */
  private encode(content: string | Uint8Array): string {
    const bytes = Buffer.from(content);
    if (this.chance(0.01)) bytes[this.below(bytes.length)] = 0x80 + this.below(128);
    const encoded = base64url(bytes);
    return this.rarely(0.02, () => this.text(encoded), encoded);
  }

  private text(text: string): string {
    const place = this.below(text.length + 1);
    const space = this.pick([...SPACES, '=', '.', '!', '+', '/', 'A', '{}', ',']);
    const last = ALPHABET[(ALPHABET.indexOf(text.slice(-1)) + 1 + this.below(8)) % 64];
    const spellings = [
      `${text}=`,
      `${text}==`,
      `${text}\n`,
      `\uFEFF${text}`,
      text.slice(0, -1),
      text.slice(0, -1) + last,
    ];
    return this.pick([...spellings, text.slice(0, place) + space + text.slice(place), text.replaceAll('-', '+')]);
  }

  private rarely<T>(chance: number, make: () => T, otherwise: T): T {
    return this.chance(chance) ? make() : otherwise;
  }

  private chance(chance: number): boolean {
    return this.next() < chance;
  }

  private pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  private below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** Mulberry32: from 0 to 1. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }
}

const toJson = (value: object): string => JSON.stringify(value);

/** A text whose first letter is written as its number. */
const escaped = (text: string): string =>
  text === '' ? text : `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}${text.slice(1)}`;
