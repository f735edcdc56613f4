import fc from 'fast-check';
import { countNames, repeatedName } from './json-names';

const parse = (text: string) => JSON.parse(text) as object;

/** What `parseJsonBody` counts in the text. */
const colonsOf = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;

it('counts as many fields as a text names, and finds no name twice where none is', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (json) => {
      const text = `[${json}]`;
      expect(countNames(parse(text))).toBe(colonsOf(text));
      expect(repeatedName(text)).toBeUndefined();
    }),
  );
});

it('finds a name that an object gives twice, wherever that object stands', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.json({ maxDepth: 3 }), (name, json) => {
      const plain = JSON.stringify(name);
      const escaped = `"${name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
      const text = `{"outer":[${json},{${plain}:${json},${escaped}:1}]}`;
      expect(countNames(parse(text))).toBeLessThan(colonsOf(text));
      expect(repeatedName(text)).toBe(name);
    }),
  );
});
