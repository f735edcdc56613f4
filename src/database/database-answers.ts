import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

/** Whether the database answers a question within so many milliseconds. */
export async function databaseAnswers(dataSource: DataSource, patienceMs: number): Promise<boolean> {
  const patience = new AbortController();
  const tooLate = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
  const answer = dataSource.query('SELECT 1').then(
    () => true,
    () => false,
  );
  const answers = await Promise.race([answer, tooLate]);
  patience.abort();
  return answers;
}
