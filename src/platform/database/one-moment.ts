import type { Read, Rows } from './statement-runner';

/** A SELECT to be combined with others. Texts and numbers share columns with those of the other parts. */
export interface Part {
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  readonly from: string;
  readonly parameters: (string | number)[];
  readonly hint?: string;
}

/** Reads several things in one statement: with READ COMMITTED, separate statements see different moments. */
export function atOneMoment(parts: readonly Part[]): Read {
  const texts = Math.max(...parts.map((part) => part.texts.length));
  const numbers = Math.max(...parts.map((part) => part.numbers.length));
  const selects = parts.map((part, index) => {
    const columns = [...padded(part.texts, texts), ...padded(part.numbers, numbers)];
    return `SELECT ${part.hint ?? ''} ${index}, ${columns.join(', ')} ${part.from}`;
  });
  return { sql: selects.join(' UNION ALL '), parameters: parts.flatMap(({ parameters }) => parameters) };
}

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
