import { metadataProblem, metadataText } from './metadata';

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, index]));

it.each<[unknown]>([
  [{}],
  [{ order: 'A-1042', seats: 3, ratio: -0.5, paid: true, empty: '' }],
  [{ most: Number.MAX_SAFE_INTEGER, least: Number.MIN_SAFE_INTEGER }],
  [{ ['n'.repeat(64)]: 'ü'.repeat(500), constructor: 'a', toString: 'b' }],
  [many(50)],
  [{ a: 'x'.repeat(500), b: '🔑'.repeat(500) }],
])('takes %j', (value) => {
  expect(metadataProblem('metadata', value)).toBeUndefined();
});

it.each<[unknown, string]>([
  ['{}', 'metadata must be an object of at most 50 names'],
  [null, 'metadata must be an object of at most 50 names'],
  [[], 'metadata must be an object of at most 50 names'],
  [{ a: {} }, 'The value of "a" in metadata must be text, a number, true or false: metadata goes one level deep.'],
  [{ a: [] }, 'goes one level deep'],
  [{ a: null }, 'goes one level deep'],
  [{ a: 2 ** 53 }, 'The value of "a" in metadata must be a number from -9007199254740991 to 9007199254740991'],
  [{ a: -(2 ** 53) }, 'send it as text'],
  [{ a: Infinity }, 'send it as text'],
  [{ a: 'x'.repeat(501) }, 'The value of "a" in metadata must be text of at most 500 characters'],
  [{ a: 'x\ny' }, 'without control characters'],
  [{ a: '\ud800' }, 'without control characters'],
  [{ '': 1 }, 'Each name in metadata must be 1 to 64 characters'],
  [{ ['n'.repeat(65)]: 1 }, 'Each name in metadata must be 1 to 64 characters'],
  [many(51), 'metadata can have at most 50 names.'],
  [
    Object.fromEntries(Object.keys(many(9)).map((name) => [name, 'x'.repeat(450)])),
    'at most 4096 bytes as JSON; this is 4123',
  ],
])('refuses %j', (value, sentence) => {
  expect(metadataProblem('metadata', value)).toContain(sentence);
});

it('bounds what programs ask for by what a signed answer has room for', () => {
  const codes = (length: number) => ({
    ...many(4),
    ...Object.fromEntries('abcde'.split('').map((name) => [name, 'x'.repeat(length)])),
  });
  expect(metadataProblem('entitlements', codes(480), true)).toBeUndefined();
  expect(metadataProblem('entitlements', codes(500), true)).toBe(
    'entitlements must be at most 2500 bytes as JSON; this is 2564.',
  );
  expect(metadataProblem('metadata', codes(500))).toBeUndefined();
});

it('has one text for one meaning', () => {
  expect(metadataText({ b: 1, a: 'x' })).toBe('{"a":"x","b":1}');
  expect(metadataText({ a: 'x', b: 1 })).toBe('{"a":"x","b":1}');
  expect(metadataText(JSON.parse('{"__proto__": 1, "constructor": 2}') as object as Record<string, number>)).toBe(
    '{"__proto__":1,"constructor":2}',
  );
  expect(metadataText({})).toBeUndefined();
});
