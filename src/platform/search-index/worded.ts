/** Kinds of words; stored, so numbers never change. */
export const KINDS = { licenseKey: 1, keyEnding: 2, customer: 3, product: 4, link: 5, plan: 6, release: 7 } as const;

export type Kind = (typeof KINDS)[keyof typeof KINDS];

/** The words of a record, or of a part of one. */
export interface Worded {
  readonly kind: Kind;
  readonly target: number;
  /** A part such as a device of a license key; 0 for the record itself. */
  readonly part: number;
  readonly words: ReadonlySet<string>;
}

export interface WordRow {
  readonly kind: number;
  readonly word: string;
  readonly target: number;
  readonly part: number;
}

/** In index order, so that concurrent transactions lock in the same order. */
export function rowsOf(worded: readonly Worded[]): WordRow[] {
  return worded
    .flatMap(({ kind, target, part, words }) => Array.from(words, (word) => ({ kind, word, target, part })))
    .toSorted(compare);
}

function compare(a: WordRow, b: WordRow): number {
  if (a.kind !== b.kind) return a.kind - b.kind;
  if (a.word !== b.word) return a.word < b.word ? -1 : 1;
  return a.target - b.target || a.part - b.part;
}

const nameOf = ({ kind, word, target, part }: WordRow): string => `${kind} ${target} ${part} ${word}`;

/** Rows that the other lacks. */
export function missingFrom(rows: readonly WordRow[], others: readonly WordRow[]): WordRow[] {
  const known = new Set(others.map(nameOf));
  return rows.filter((row) => !known.has(nameOf(row)));
}
