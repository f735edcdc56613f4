import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { readersOf } from './reader';

/** Whether the database answers a question within so many milliseconds, in a way that no crowd holds up. */
export async function databaseAnswers(dataSource: DataSource, patienceMs: number): Promise<boolean> {
  const patience = new AbortController();
  const tooLate = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
  const answer = readersOf(dataSource)
    .probe()
    .then(
      () => true,
      () => false,
    );
  const answers = await Promise.race([answer, tooLate]);
  patience.abort();
  return answers;
}
