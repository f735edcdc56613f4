import { readIfMatch } from './if-match';

it.each([
  ['*', '*'],
  [' * ', '*'],
  ['"a"', ['a']],
  ['"a", "b,c" ,"d"', ['a', 'b,c', 'd']],
  [', "a",, "b",\t', ['a', 'b']],
  ['""', ['']],
  ['W/"a"', []],
  ['W/"a", "b"', ['b']],
  ['"\u00fc"', ['\u00fc']],
])('reads %j', (header, tags) => expect(readIfMatch(header)).toEqual(tags));

it('is no condition when it is absent', () => expect(readIfMatch(undefined)).toBeUndefined());

it.each(['', ' ', ',', 'a', '"a', 'a"', '"a" "b"', '"a"b', '"a b"', '*, "a"', '"a", *', 'w/"a"', '"a";"b"'])(
  'refuses %j',
  (header) => expect(() => readIfMatch(header)).toThrow('The If-Match header must be'),
);
