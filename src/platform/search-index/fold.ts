/** Letters that Unicode doesn't take apart, and the two forms of sigma. */
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

/** Text without case and accents. Upper case first, since it takes `ß` apart. The same on every database, since none of them does it. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return plain.replace(LETTER, (letter) => LETTERS[letter]);
}
