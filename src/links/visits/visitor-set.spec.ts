import { hash } from 'node:crypto';
import { sizes } from '../../../test/support/cases';
import { VisitorSet } from './visitor-set';

const visitor = (number: number) => hash('sha256', String(number), 'base64url').slice(0, 6);

/** Counts visitors as the roll-up does: some at a time, kept as text in between. */
function counted(numbers: Iterable<number>): number {
  let [stored, total, waiting]: [string | null, number, number[]] = [null, 0, []];
  const flush = () => {
    const set = VisitorSet.decode(stored);
    for (const number of waiting) total += set.add(visitor(number));
    stored = set.encode();
    waiting = [];
  };
  for (const number of numbers) if (waiting.push(number) === 5000) flush();
  flush();
  expect(Buffer.byteLength(stored ?? '')).toBeLessThan(65_000);
  return total;
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

it('counts up to 10,000 visitors exactly, however often they come', () => {
  expect(counted([...upTo(10_000), ...upTo(10_000)])).toBe(10_000);
});

it.each(['s', '-', '_', '0'])('keeps visitors the first of whom begins with "%s"', (first) => {
  const set = VisitorSet.decode(null);
  const visitors = [`${first}bcdef`, visitor(1)];
  expect(visitors.map((each) => set.add(each))).toEqual([1, 1]);
  const again = VisitorSet.decode(set.encode());
  expect([...visitors, visitor(2)].map((each) => again.add(each))).toEqual([0, 0, 1]);
});

it('takes no end of one visitor and beginning of the next for a visitor', () => {
  const set = VisitorSet.decode('abcdefghijkl');
  expect(['defghi', 'ghijkl', 'defghi'].map((each) => set.add(each))).toEqual([1, 0, 0]);
});

it('counts up to a million within 2 %, and those who come again not twice', () => {
  for (const many of sizes(30_000, 300_000, 1_000_000)) {
    expect(Math.abs(counted([...upTo(many), ...upTo(many / 10)]) - many)).toBeLessThan(many * 0.02);
  }
});
