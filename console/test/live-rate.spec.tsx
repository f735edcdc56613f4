import { inWords } from '../src/live/rate';

const minute = (...last: number[]) =>
  [...Array.from({ length: 60 - last.length }, () => 0), ...last].map((checks) => ({ checks, refused: 0 }));

it.each([
  ['the past ten seconds, by the second', minute(90, ...Array.from({ length: 10 }, () => 12)), '12 a second'],
  [
    'the past minute where that would be less than one',
    minute(2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
    '3 checks in a minute',
  ],
  ['nothing', minute(), '0 checks in a minute'],
])('tells %s', (_, seconds, words) => expect(inWords(seconds)).toBe(words));
