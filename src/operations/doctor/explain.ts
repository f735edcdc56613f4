import { databaseFault } from '../../platform/database/database-errors';

/** What went wrong, for the person at the terminal: one sentence, without a stack trace. */
export function explain(error: unknown): string {
  const reason = reasonOf(error);
  return databaseFault(error) === 'unavailable' ? `The database does not answer: ${reason}` : reason;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host name with several addresses fails once for each; the sum of it has no message of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message;
}
