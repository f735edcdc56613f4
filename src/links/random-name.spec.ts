import { randomLinkName } from './random-name';

const NAMES = 5000;

describe('a random name', () => {
  const names = Array.from({ length: NAMES }, randomLinkName);

  it('is 8 lower-case characters without lookalikes and vowels', () => {
    expect(names.filter((name) => !/^[34679bcdfghjkmnpqrstvwxyz]{8}$/.test(name))).toEqual([]);
  });

  it('uses all characters equally often', () => {
    const counts = new Map<string, number>();
    for (const character of names.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
    const expected = (NAMES * 8) / 25;
    expect(counts.size).toBe(25);
    // The standard deviation is about 40; eight times that never happens.
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(320);
  });
});
