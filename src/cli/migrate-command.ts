import { doBeforeEnd } from '../platform/database/migrating/before-end';
import { migrate } from '../platform/database/migrating/migrate';
import { printJson, printLine, tell } from './output';
import { Signals } from './signals';
import { withAnyDatabase } from './with-database';

export async function runMigrations({ json }: { json?: true }): Promise<void> {
  // The server would finish the statement without this process.
  const end = (): void => void doBeforeEnd().finally(() => process.exit(signals.exitCode));
  const signals = new Signals(end, () => undefined);
  const made = await withAnyDatabase((dataSource) => migrate(dataSource, tell)).finally(() => signals.close());
  if (json) printJson({ made });
  else if (made.length === 0) printLine('The schema was up to date; nothing was changed.');
  else printLine(`Ran ${made.length} ${made.length === 1 ? 'migration' : 'migrations'}: ${made.join(', ')}.`);
}
