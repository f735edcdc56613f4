import type { Read, Rows } from '../../platform/database/statement-runner';

/** A version named by a check. */
interface NamedVersion {
  readonly product: number;
  /** As `versionOrder` has it. */
  readonly order: string;
}

/** A version, by the first of its files. */
interface FoundVersion {
  /** Milliseconds since the Unix epoch. */
  readonly releasedAt: number;
  readonly channel: string;
}

/** Asks for the newest version in a product's channel that was released up to a time. */
export interface NewestVersion {
  readonly product: number;
  readonly channel: string;
  readonly until: number;
}

/** All databases accept this many columns. */
const COLUMNS_A_STATEMENT = 500;

/** Reads versions, for `versionFinder`. @param versions at least one */
export function versionLookUp(versions: readonly NamedVersion[]): Read {
  const distinct = [...new Map(versions.map((version) => [textOf(version), version])).values()];
  const conditions = distinct.map(() => '(product = ? AND versionOrder = ?)').join(' OR ');
  return {
    sql: `SELECT product, versionOrder, releasedAt, channel FROM releases WHERE ${conditions}`,
    parameters: distinct.flatMap(({ product, order }) => [product, order]),
  };
}

/** Finds what `versionLookUp` has read. */
export function versionFinder(rows: Rows): (version: NamedVersion) => FoundVersion | undefined {
  const found = new Map<string, FoundVersion>();
  for (const [product, order, releasedAt, channel] of rows as [number, string, number, string][]) {
    const name = textOf({ product, order });
    const earlier = found.get(name);
    if (!earlier || releasedAt < earlier.releasedAt) found.set(name, { releasedAt, channel });
  }
  return (version) => found.get(textOf(version));
}

/** Statements with one column per wanted version, in order: its text, or null if there is none. */
export function newestLookUps(wanted: readonly NewestVersion[]): Read[] {
  const reads: Read[] = [];
  for (let first = 0; first < wanted.length; first += COLUMNS_A_STATEMENT) {
    const part = wanted.slice(first, first + COLUMNS_A_STATEMENT);
    const column =
      '(SELECT version FROM releases WHERE product = ? AND channel = ? AND releasedAt <= ? ORDER BY versionOrder DESC LIMIT 1)';
    reads.push({
      sql: `SELECT ${part.map(() => column).join(', ')}`,
      parameters: part.flatMap(({ product, channel, until }) => [product, channel, until]),
    });
  }
  return reads;
}

const textOf = ({ product, order }: NamedVersion): string => `${product} ${order}`;
