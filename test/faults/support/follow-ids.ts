import { setTimeout as sleep } from 'node:timers/promises';
import { leaveCheckpoints } from '../../../src/platform/database/embedded/embedded-options';
import type { Site } from './site';

const LOOK_EVERY_MS = 200;

/**
 * A control: follows the table by ids while something happens, and goes on after the greatest id that it has seen.
 * @returns the ids that it has seen, and what came of `during`
 */
export function followIds<T>(
  site: Site,
  during: () => Promise<T>,
): Promise<{ readonly seen: ReadonlySet<number>; readonly result: T }> {
  return site.database.inspect(async (dataSource) => {
    await leaveCheckpoints(dataSource);
    const seen = new Set<number>();
    let last = 0;
    let isOver = false;
    const follow = async (): Promise<void> => {
      for (let isLast = false; !isLast; await sleep(LOOK_EVERY_MS)) {
        isLast = isOver;
        const sql = 'SELECT id FROM events WHERE id > ? ORDER BY id';
        const rows: { readonly id: number | string }[] = await dataSource.query(sql, [last]);
        for (const { id } of rows) seen.add((last = Number(id)));
      }
    };
    const [result] = await Promise.all([during().finally(() => (isOver = true)), follow()]);
    return { seen, result };
  });
}
