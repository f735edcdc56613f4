import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFault, type DatabaseFault } from './database-errors';

/** A conflict that lasts longer than this is reported: the caller waits for an answer, and gets a 503 soon. */
const PATIENCE_MS = 1500;
const LONGEST_PAUSE_MS = 100;

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
