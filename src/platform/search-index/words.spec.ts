import { termsOf } from './word-query';
import { wordsOf } from './words';

const words = (...texts: string[]) => [...wordsOf(texts)].toSorted();

describe('the words of a text', () => {
  it.each([
    ['Anna.Tanaka@Klangwerkstatt-Brandenburg.example', ['anna', 'brandenburg', 'example', 'klangwerkstatt', 'tanaka']],
    ['Müller, Größe, Ærø', ['aero', 'grosse', 'muller']],
    ['İSTANBUL istanbul ISTANBUL', ['istanbul']],
    ['“quoted” (order_10482) %_*', ['10482', 'order', 'quoted']],
    ['INV10482', ['10482', 'inv10482']],
    ['kim1 ab12', ['ab12', 'kim1']],
    ['0B6F1A52-3A54-4F0F-9A0E-0D2B5F1F8A11', ['0b6f1a523a544f0f9a0e0d2b5f1f8a11']],
    ['at 203.0.113.7.', ['0', '113', '203', '7', 'Vcb007107', 'at']],
    ['... --- !!!', []],
    ['', []],
  ])('of %j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('are the same in any case and however accents are written', () => {
    expect(words('ΟΔΥΣΣΕΎΣ')).toEqual(words('οδυσσευς'));
    expect(words('Zoë')).toEqual(words('ZOE\u0308'));
    expect(words('ТАНАКА')).toEqual(words('танака'));
  });

  it('are ASCII, and begin with each other as the texts do', () => {
    const [whole] = words('Танака');
    const [beginning] = words('тан');
    expect(whole).toMatch(/^[A-P]+$/);
    expect(whole.startsWith(beginning)).toBe(true);
    expect(words('тон')[0].startsWith(beginning)).toBe(false);
  });

  it('end after 64 characters', () => {
    expect(words('x'.repeat(100))).toEqual(['x'.repeat(64)]);
  });
});

describe('the words of a search', () => {
  const prefixes = (q: string) => termsOf(q).map(({ ranges }) => ranges.map(({ from }) => from));

  it.each([
    ['Tanaka  studio', [['tanaka'], ['studio']]],
    ['tanaka Tanaka TANÁKA', [['tanaka']]],
    ['INV10482', [['inv10482']]],
    // The number alone may be a record id; with letters before it, a key.
    ['123 x-123', [['123'], ['x'], ['123']]],
    ['%_ "', []],
    // An address is one word, and so is a range.
    ['203.0.113.7 10.0.0.0/8', [['Vcb007107'], ['V0a000000']]],
    // The beginning of a UUID, which is stored as one word; or two words.
    [
      '0b6f1a52-3a54',
      [
        ['0b6f1a52', '0b6f1a523a54'],
        ['3a54', '0b6f1a523a54'],
      ],
    ],
  ])('%j', (q, expected) => {
    expect(prefixes(q)).toEqual(expected);
  });
});
