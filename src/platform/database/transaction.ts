import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { databaseFault, type DatabaseFault } from './database-errors';

/** A conflict that lasts longer than this is reported: whoever asked waits for an answer, and is answered 503 soon. */
const PATIENCE_MS = 1500;
const LONGEST_PAUSE_MS = 100;

/**
 * Runs `work` in one transaction and commits it. When the database gives it up for another transaction's sake
 * (deadlock, lock wait, a conflict on another node of a cluster) it is run again from the start, for a bounded
 * time, so `work` must have no effect outside of the database.
 */
export function inTransaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  return retryConflicts(() => dataSource.transaction(work));
}

/**
 * Runs a whole transaction again, for a bounded time, when the database gave it up for another's sake.
 * @param faults which ones are worth it
 */
export async function retryConflicts<T>(
  transact: () => Promise<T>,
  faults: readonly (DatabaseFault | undefined)[] = ['conflict', 'locked'],
): Promise<T> {
  const giveUp = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      if (!faults.includes(databaseFault(error)) || performance.now() > giveUp) throw error;
      // A random pause, so that two that met once don't meet again in step.
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** attempt));
    }
  }
}
