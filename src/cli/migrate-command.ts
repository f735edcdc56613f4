import type { Command } from 'commander';
import { migrate } from '../platform/database/data-source';
import { printJson, printLine } from './output';
import { withAnyDatabase } from './with-database';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the schema of the database up to date, for a service that may not (AUTO_MIGRATE=false)')
    .option('--json', 'print JSON')
    .action(runMigrations);
}

async function runMigrations({ json }: { json?: true }): Promise<void> {
  const made = await withAnyDatabase(migrate);
  if (json) printJson({ made });
  else if (made.length === 0) printLine('The schema was up to date; nothing was changed.');
  else printLine(`Made ${made.length} ${made.length === 1 ? 'migration' : 'migrations'}: ${made.join(', ')}.`);
}
