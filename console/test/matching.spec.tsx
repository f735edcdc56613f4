import { excerptOf, partsFound, partsOfKey, termsOf } from '../src/palette/matching';

const found = (text: string, q: string) => partsFound(text, termsOf(q)).map(({ from, to }) => text.slice(from, to));

describe('what a search found in a text', () => {
  it.each([
    ['Anna Tanaka', 'tan', ['Tan']],
    ['anna.tanaka@klangwerk.example', 'TANAKA anna', ['anna', 'tanaka']],
    ['Müller & Söhne', 'muller', ['Müller']],
    ['Mu\u0308ller', 'mül', ['Mu\u0308l']],
    ['Straße 7', 'strass', ['Straß']],
    ['INV10482', '104', ['104']],
    ['Hannah', 'anna', []],
    ['Tanaka', '***', []],
  ])('%s by %s', (text, q, parts) => {
    expect(found(text, q)).toEqual(parts);
  });

  it('is a license key’s beginning or end, of four characters at least', () => {
    const key = '0B6F1A52-c0ffee';
    const parts = (q: string) => partsOfKey(key, q).map(({ from, to }) => key.slice(from, to));
    expect([parts('0b6f'), parts('FFEE tanaka'), parts('fee'), parts('6f1a')]).toEqual([['0B6F'], ['ffee'], [], []]);
  });

  it('is shown with what surrounds it, on one line', () => {
    const note = `Called twice.\nPlease send the invoice\nto Tanaka, Klangwerkstatt${' and so on'.repeat(20)}`;
    expect(excerptOf(note, ['tanaka'])).toMatch(/^…send the invoice to Tanaka, Klangwerkstatt and so on.*…$/);
    expect(excerptOf('Tanaka', ['tanaka'])).toBe('Tanaka');
  });
});
