import { doBeforeEnd } from '../platform/database/migrating/before-end';
import { STEP_BACK_MS } from '../platform/database/migrating/end-of-older-versions';
import { migrate } from '../platform/database/migrating/migrate';
import { type PlannedMigration, type PlannedStep, planMigrations } from '../platform/database/migrating/plan';
import type { WithJson } from './options';
import { printJson, printLine, tell } from './output';
import { Signals } from './signals';
import { withAnyDatabase } from './with-database';

export async function runMigrations({ json, plan }: WithJson & { plan?: true }): Promise<void> {
  if (plan) return printPlan(json);
  // The server would finish the statement without this process.
  const end = (): void => void doBeforeEnd().finally(() => process.exit(signals.exitCode));
  const signals = new Signals(end, () => undefined);
  const made = await withAnyDatabase((dataSource) => migrate(dataSource, tell)).finally(() => signals.close());
  if (json) printJson({ made });
  else if (made.length === 0) printLine('The schema was up to date; nothing was changed.');
  else printLine(`Ran ${made.length} ${made.length === 1 ? 'migration' : 'migrations'}: ${made.join(', ')}.`);
}

async function printPlan(json: boolean | undefined): Promise<void> {
  const { pending, isServer } = await withAnyDatabase(
    async (dataSource) => ({
      pending: await planMigrations(dataSource),
      isServer: dataSource.options.type === 'mysql',
    }),
    false,
  );
  const seconds = Math.ceil(pending.flatMap(({ steps }) => steps).reduce((sum, step) => sum + step.seconds, 0));
  if (json) return printJson({ pending, seconds });
  if (pending.length === 0) return printLine('The schema is up to date; nothing is pending.');
  for (const migration of pending) printMigration(migration, isServer);
  const ending = pending.filter(({ endsOlderVersions }) => endsOlderVersions);
  printLine(
    `${pending.length === 1 ? 'One migration' : `${pending.length} migrations`}, ${durationOf(seconds)} in all.`,
  );
  if (ending.length > 0)
    printLine(
      `Instances of older versions stop answering ${STEP_BACK_MS / 1000} seconds before the first change, and have to be replaced: ` +
        `they would judge wrongly after ${namesOf(ending)}.`,
    );
  const others = ending.length > 0 ? '' : 'Running instances go on meanwhile. ';
  printLine(
    isServer
      ? `${others}Each change waits for a moment in which no transaction uses its table.`
      : 'Stop the service first, or start the new version, which does it before it answers: nothing else writes meanwhile.',
  );
  return undefined;
}

function printMigration({ name, steps, afterwards }: PlannedMigration, isServer: boolean): void {
  printLine(name);
  for (const step of steps) printLine(`  ${step.does} ${step.table}${effectOf(step, isServer)}`);
  if (afterwards) printLine(`  afterwards, in portions beside the load: ${afterwards}`);
}

function effectOf({ does, rows, seconds }: PlannedStep, isServer: boolean): string {
  if (rows === 0) return '';
  const many = `, ${isServer ? 'about ' : ''}${rows.toLocaleString('en')} rows`;
  if (seconds === 0) return `${many}: at once`;
  const lock = !isServer ? '' : LOCKS[does] === undefined ? '' : `; ${LOCKS[does]}`;
  return `${many}: ${durationOf(seconds)}${lock}`;
}

/** On a server. */
const LOCKS: Partial<Record<PlannedStep['does'], string>> = {
  'builds an index on': 'reads the table whole, and requests go on',
  'changes a column of': 'may write the table anew, and requests that write to it wait',
  'changes rows of': 'locks them until it is done',
};

const namesOf = (migrations: readonly PlannedMigration[]): string => migrations.map(({ name }) => name).join(', ');

function durationOf(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  return seconds < 120 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} minutes`;
}
