import type { TransferColumn } from './kinds';

/** For each column of the file, the name that the API has for it; undefined: it is left out. */
export type Matching = readonly (string | undefined)[];

/** In small letters without marks: `Plätze`, `Plaetze` and `Platze` are the same. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')
    .replaceAll(/(?<=[aou])e/g, '');

/** A first guess by the names; each column of the API is taken once. */
export function guess(names: readonly string[], columns: readonly TransferColumn[]): Matching {
  const taken = new Set<string>();
  const take = (isMatch: (name: string, column: TransferColumn) => boolean, matching: Matching): Matching =>
    names.map((name, index) => {
      const before = matching[index];
      if (before !== undefined) return before;
      const found = columns.find((column) => !taken.has(column.name) && isMatch(plain(name), column));
      if (found) taken.add(found.name);
      return found?.name;
    });
  const exact = take((name, column) => name === plain(column.name), []);
  return take((name, column) => column.known.some((known) => plain(known) === name), exact);
}

/** The matching with another column of the API for one of the file; whichever had that before is left out. */
export const matched = (matching: Matching, index: number, name: string | undefined): Matching =>
  matching.map((before, place) => {
    if (place === index) return name;
    return before === name ? undefined : before;
  });

/** What the API needs and no column of the file gives; `given`: what all rows have in common. */
export const missing = (matching: Matching, columns: readonly TransferColumn[], given: readonly string[] = []) =>
  columns.filter(({ name, isNeeded }) => isNeeded && !matching.includes(name) && !given.includes(name));
