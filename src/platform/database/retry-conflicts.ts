import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFault, type DatabaseFault } from './database-errors';

/** Afterwards the conflict is reported: the caller's 503 is due soon. */
const PATIENCE_MS = 1500;
const LONGEST_PAUSE_MS = 100;

/** Repeats a whole transaction for a bounded time. @param faults which ones to retry */
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
      // Random, so that two transactions don't collide again in step.
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** attempt));
    }
  }
}
