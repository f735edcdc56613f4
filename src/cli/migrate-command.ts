import type { Command } from 'commander';
import { connectDatabase, dataSourceOptions, migrate } from '../database/data-source';
import { leaveCheckpoints } from '../database/embedded/embedded-options';
import { loadSettings } from '../settings/load-settings';
import { announceDatabase } from './named-database';
import { printJson, printLine } from './output';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the schema of the database up to date, for a service that may not (AUTO_MIGRATE=false)')
    .option('--json', 'print JSON')
    .action(runMigrations);
}

async function runMigrations({ json }: { json?: true }): Promise<void> {
  const { database } = loadSettings();
  announceDatabase(database);
  const dataSource = await connectDatabase(dataSourceOptions(database), false);
  try {
    await leaveCheckpoints(dataSource);
    const made = await migrate(dataSource);
    if (json) printJson({ made });
    else if (made.length === 0) printLine('The schema was up to date; nothing was changed.');
    else printLine(`Made ${made.length} ${made.length === 1 ? 'migration' : 'migrations'}: ${made.join(', ')}.`);
  } finally {
    await dataSource.destroy();
  }
}
