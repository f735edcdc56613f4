import { migrate } from '../platform/database/data-source';
import { printJson, printLine } from './output';
import { withAnyDatabase } from './with-database';

export async function runMigrations({ json }: { json?: true }): Promise<void> {
  const made = await withAnyDatabase(migrate);
  if (json) printJson({ made });
  else if (made.length === 0) printLine('The schema was up to date; nothing was changed.');
  else printLine(`Made ${made.length} ${made.length === 1 ? 'migration' : 'migrations'}: ${made.join(', ')}.`);
}
