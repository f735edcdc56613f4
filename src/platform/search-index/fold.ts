/** Letters that Unicode doesn't decompose, and the two forms of sigma. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};
const LETTER = /[æœøđðħłþς]/gu;

const ASCII = /^[\x20-\x7e]*$/;

/** Text without case and accents. Upper case first, since that decomposes `ß`. Done here to be the same on every database. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return plain.replace(LETTER, (letter) => LETTERS[letter]);
}
