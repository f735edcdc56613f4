#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { keylinkCommand } from '../platform/settings/keylink-command';
import { ownVersion } from '../platform/settings/own-version';
import { addCompletionCommand } from './completion';
import { addCustomersCommands, addPlansCommands, addProductsCommands, addReleasesCommands } from './catalog-commands';
import { addDevicesCommands, addKeysCommands, addLicenseCommands, addUsesCommands } from './licensing-command-line';
import { addBackupsCommands } from './backups-command-line';
import { addDomainsCommands, addLinksCommands } from './links-command-line';
import { addMailCommands } from './mail-command-line';
import { addSalesCommands } from './sales-command-line';
import { addWebhooksCommands } from './webhooks-command-line';
import {
  addApiKeysCommands,
  addDemoCommand,
  addDoctorCommand,
  addMigrateCommand,
  addRestoredCommand,
  addSigningCommands,
  addStartCommand,
  addStatsCommands,
  addEventsCommands,
  addSearchCommands,
  addTransferCommands,
} from './commands';
import { explain } from '../operations/doctor/explain';
import type { WithJson } from './options';
import { printLine, tell } from './output';
import { InterruptedError } from './signals';

function allCommands(): Command {
  const program = new Command('keylink')
    .description('Starts a keylink service, and manages it on its own machine; the service may be running.')
    .version(ownVersion(), '-v, --version')
    .exitOverride()
    // A release has a --version of its own.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nSettings come from the environment and .env, as for the service. Lost your API key? ' +
        keylinkCommand('api-keys create --help'),
    );
  addStartCommand(program);
  addApiKeysCommands(program);
  addKeysCommands(program);
  addUsesCommands(program);
  addDevicesCommands(program);
  addCustomersCommands(program);
  addProductsCommands(program);
  addPlansCommands(program);
  addReleasesCommands(program);
  addWebhooksCommands(program);
  addMailCommands(program);
  addSalesCommands(program);
  addDoctorCommand(program);
  addLinksCommands(program);
  addDomainsCommands(program);
  addTransferCommands(program);
  addSigningCommands(program);
  addLicenseCommands(program);
  addStatsCommands(program);
  addEventsCommands(program);
  addSearchCommands(program);
  addDemoCommand(program);
  addMigrateCommand(program);
  addBackupsCommands(program);
  addRestoredCommand(program);
  addCompletionCommand(program);
  program.hook('preAction', (_, command) => void (printsJson = command.opts<WithJson>().json === true));
  hintAtHelp(program, '');
  return program;
}

/** Points to the help, which itself would push the mistake out of sight. */
function hintAtHelp(command: Command, path: string): void {
  command.showHelpAfterError(`Help: ${keylinkCommand(`${path}--help`)}`);
  for (const each of command.commands) hintAtHelp(each, `${path}${each.name()} `);
}

/** Whether a failure is told as JSON, too: mistakes in the command itself, only where it was asked for. */
let printsJson = false;
let told: unknown;
/** Reports an error once, even if both a stream and its writer fail with it. */
function fail(error: unknown): void {
  const isUsage = error instanceof CommanderError;
  process.exitCode = isUsage || error instanceof InterruptedError ? error.exitCode : 1;
  if (process.exitCode === 0 || error === told) return;
  told = error;
  const msg = isUsage ? error.message.replace(/^error: /, '') : explain(error);
  // JSON for programs; commander has already printed its own errors to standard error.
  if (printsJson) printLine(JSON.stringify({ msg }));
  if (!isUsage) tell(msg);
}

/** Runs the command given in `process.argv`; failures are printed and set the exit code. */
export async function run(): Promise<void> {
  printsJson = process.argv.includes('--json');
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as "| head" does; the command finishes all the same.
    if (error.code === 'EPIPE') return;
    // Nothing more can be told there; trying would fail again, without an end.
    printsJson = false;
    fail(error);
  });
  process.stderr.on('error', () => undefined);
  await allCommands().parseAsync().catch(fail);
}
