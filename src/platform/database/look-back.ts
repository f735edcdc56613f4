import type { Reader } from './reader';
import type { Statement } from './statement-runner';

export interface LookBack {
  /** Only rows with smaller ids. */
  readonly before: number;
  readonly size: number;
}

/**
 * Looks at up to `size` rows, newest first. @returns the ids of those that meet a condition, and the last id; that is
 * undefined if there are no more rows
 */
export async function lookBack(
  reader: Reader,
  table: string,
  condition: Statement,
  { before, size }: LookBack,
): Promise<{ ids: number[]; last?: number }> {
  const rows = await reader.read<readonly [id: number, isFound: number]>({
    sql: `SELECT id, CASE WHEN ${condition.sql} THEN 1 ELSE 0 END FROM ${table} WHERE id < ? ORDER BY id DESC LIMIT ?`,
    parameters: [...condition.parameters, before, size],
  });
  const ids = rows.filter(([, isFound]) => isFound === 1).map(([id]) => id);
  return { ids, last: rows.length === size ? rows[size - 1][0] : undefined };
}
