import type { Read, Rows } from './statement-runner';

/** A SELECT that can be part of a greater one: each column has its kind, since those of all parts share columns. */
export interface Part {
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  /** All of it from FROM on. */
  readonly from: string;
  readonly parameters: (string | number)[];
  /** Tells MySQL how to find the rows. */
  readonly hint?: string;
}

/**
 * One statement that reads several things as they are at one moment: sessions are READ COMMITTED, where each statement sees a
 * moment of its own.
 */
export function atOneMoment(parts: readonly Part[]): Read {
  const texts = Math.max(...parts.map((part) => part.texts.length));
  const numbers = Math.max(...parts.map((part) => part.numbers.length));
  const selects = parts.map((part, index) => {
    const columns = [...padded(part.texts, texts), ...padded(part.numbers, numbers)];
    return `SELECT ${part.hint ?? ''} ${index}, ${columns.join(', ')} ${part.from}`;
  });
  return { sql: selects.join(' UNION ALL '), parameters: parts.flatMap(({ parameters }) => parameters) };
}

/** The rows of each part: its texts, and then its numbers. */
export function rowsOfParts(parts: readonly Part[], rows: Rows): Rows[] {
  const texts = Math.max(...parts.map((part) => part.texts.length));
  return parts.map((part, index) =>
    rows
      .filter(([of]) => of === index)
      .map((row) => [...row.slice(1, 1 + part.texts.length), ...row.slice(1 + texts, 1 + texts + part.numbers.length)]),
  );
}

function padded(columns: readonly string[], count: number): string[] {
  return [...columns, ...Array<string>(count - columns.length).fill('NULL')];
}
