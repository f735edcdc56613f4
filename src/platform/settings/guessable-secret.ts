/** Bits that a chosen secret must have at least by the estimate below: more than anybody tries. */
const ENOUGH_BITS = 72;
/** What anything costs a guesser who knows it for what it is: a sequence, a repetition, a common word. */
const KNOWN_BITS = 6;
/** Of each letter in what looks like words; English has less. */
const WORD_LETTER_BITS = 2;
const SHORTEST_PATTERN = 4;

const ALPHANUMERIC = /[0-9A-Za-z]/;
/** Rows of keys, in both directions. */
const KEYBOARD = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'poiuytrewq',
  'lkjhgfdsa',
  'mnbvcxz',
];
const COMMON =
  /^(?:change|replace|pass(?:word|wort|phrase)?|secret|admin|root|test|demo|default|example|sample|dummy|keylink|license|bootstrap|letmein|welcome|master|super|user|token|apikey|access|login|server|local|production|prod|staging|company|please|before|your|this|here|my|key|(?:19|20)\d\d)/;
const LOOKALIKES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

/**
 * Whether a secret that a person chose could be guessed. An estimate, not a promise: it finds repetitions, sequences, words
 * and whatever has few kinds of characters, and lets everything pass that came out of a random generator.
 */
export function isGuessable(secret: string): boolean {
  return estimateBits(secret) < ENOUGH_BITS;
}

/** Guesses that an attack by what people choose would take, as a power of two. */
function estimateBits(secret: string): number {
  const lower = secret.toLowerCase();
  const plain = lower.replace(/[^a-z]/g, (character) => LOOKALIKES[character] ?? character);
  const isOfWord = wordLetters(secret);
  const bitsOfCharacter = Math.log2(kindsOf(secret));
  let bits = 0;
  for (let index = 0; index < secret.length;) {
    const common = COMMON.exec(plain.slice(index))?.[0].length ?? 0;
    const known = Math.max(common, repeatedAt(lower, index), sequenceAt(lower, index));
    if (known > 0) bits += Math.min(KNOWN_BITS, bitsOfCharacter * known);
    else if (isOfWord[index]) bits += WORD_LETTER_BITS;
    else if (isNothingNew(secret, index)) bits += 1;
    else bits += bitsOfCharacter;
    index += known || 1;
  }
  return bits;
}

/** Which characters are letters of words, or of what can be spoken like one. */
function wordLetters(secret: string): boolean[] {
  const found = secret.split('').map(() => false);
  for (const { 0: letters, index } of secret.matchAll(/[A-Z]?[a-z]+|[A-Z]+/g)) {
    const vowels = letters.replace(/[^aeiouy]/gi, '').length;
    const isSpoken =
      vowels >= letters.length / 5 && vowels <= (letters.length * 2) / 3 && !/[^aeiouy]{5}/i.test(letters);
    const standsAlone =
      !ALPHANUMERIC.test(secret[index - 1] ?? ' ') && !ALPHANUMERIC.test(secret[index + letters.length] ?? ' ');
    const isWord = standsAlone
      ? letters.length < SHORTEST_PATTERN || isSpoken
      : letters.length >= SHORTEST_PATTERN && isSpoken;
    if (isWord) found.fill(true, index, index + letters.length);
  }
  return found;
}

/** The same character twice, or the same between words. */
function isNothingNew(secret: string, index: number): boolean {
  const character = secret[index];
  return character === secret[index - 1] || (!ALPHANUMERIC.test(character) && secret.indexOf(character) < index);
}

/** How many characters there are to choose from, as far as the secret shows. */
function kindsOf(secret: string): number {
  if (/^(?:[\dA-F]+|[\da-f]+)$/.test(secret)) return /[A-F]/i.test(secret) ? 16 : 10;
  const classes: [RegExp, number][] = [
    [/\d/, 10],
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    // A few of them, mostly between words.
    [/[^\dA-Za-z]/, 4],
  ];
  const kinds = classes.reduce((sum, [pattern, size]) => sum + (pattern.test(secret) ? size : 0), 0);
  // Of the letters a to z, someone who writes twenty-four with five of them has chosen from five.
  return Math.min(kinds, 2 ** Math.ceil(Math.log2(new Set(secret).size + 1)));
}

/** How long a stretch is that stood there before. */
function repeatedAt(text: string, index: number): number {
  let longest = 0;
  for (let length = SHORTEST_PATTERN; index + length <= text.length; length++) {
    const before = text.indexOf(text.slice(index, index + length));
    if (before >= index) break;
    longest = length;
  }
  return longest;
}

/** How long a stretch is of neighbours in the alphabet, among the digits or on a keyboard, forwards or backwards, or of one character. */
function sequenceAt(text: string, index: number): number {
  let end = index + 1;
  const step = text.charCodeAt(end) - text.charCodeAt(index);
  if (Math.abs(step) <= 1) while (text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end++;
  let typed = index + 1;
  while (typed < text.length && KEYBOARD.some((row) => row.includes(text.slice(index, typed + 1)))) typed++;
  const length = Math.max(end, typed) - index;
  return length >= SHORTEST_PATTERN ? length : 0;
}
