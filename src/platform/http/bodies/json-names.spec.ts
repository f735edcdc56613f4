import { assert, json, property, string } from 'fast-check';
import { countNames, repeatedName } from './json-names';

const parse = (text: string) => JSON.parse(text) as object;

const colonsOf = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;

it('counts as many fields as a text names, and finds no name twice where none is', () => {
  assert(
    property(json({ maxDepth: 5 }), (value) => {
      const text = `[${value}]`;
      expect(countNames(parse(text))).toBe(colonsOf(text));
      expect(repeatedName(text)).toBeUndefined();
    }),
  );
});

it('finds a name that an object gives twice, wherever that object stands', () => {
  assert(
    property(string({ unit: 'binary' }), json({ maxDepth: 3 }), (name, value) => {
      const plain = JSON.stringify(name);
      const escaped = `"${name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
      const text = `{"outer":[${value},{${plain}:${value},${escaped}:1}]}`;
      expect(countNames(parse(text))).toBeLessThan(colonsOf(text));
      expect(repeatedName(text)).toBe(name);
    }),
  );
});
