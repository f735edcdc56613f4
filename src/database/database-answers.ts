import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createStatementRunner } from './statement-runner';

/** Whether the database answers a question within so many milliseconds, on a connection that no crowd holds up. */
export async function databaseAnswers(dataSource: DataSource, patienceMs: number): Promise<boolean> {
  const patience = new AbortController();
  const tooLate = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
  const answer = createStatementRunner(dataSource)
    .read({ sql: 'SELECT 1', parameters: [] })
    .then(
      () => true,
      () => false,
    );
  const answers = await Promise.race([answer, tooLate]);
  patience.abort();
  return answers;
}
