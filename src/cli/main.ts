#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { ownVersion } from '../platform/settings/own-version';
import {
  addApiKeysCommands,
  addDevicesCommands,
  addDoctorCommand,
  addLicenseCommands,
  addMigrateCommand,
  addSigningCommands,
  addTransferCommands,
} from './commands';
import { explain } from './explain';
import { printLine, tell } from './output';

const program = new Command('keylink')
  .description('Looks after a keylink service from the machine it runs on, beside the running service.')
  .version(ownVersion(), '-v, --version')
  .showHelpAfterError()
  .exitOverride()
  .addHelpText(
    'after',
    '\nSettings come from the environment and .env, as for the service. Lost your API key? keylink api-keys create --help',
  );
addApiKeysCommands(program);
addDevicesCommands(program);
addDoctorCommand(program);
addTransferCommands(program);
addSigningCommands(program);
addLicenseCommands(program);
addMigrateCommand(program);

program.parseAsync().catch((error: unknown) => {
  const isUsage = error instanceof CommanderError;
  process.exitCode = isUsage ? error.exitCode : 1;
  // Help and the version, which were asked for.
  if (process.exitCode === 0) return;
  const msg = isUsage ? error.message.replace(/^error: /, '') : explain(error);
  // For programs besides; people read it on standard error, where commander has told its own already.
  if (process.argv.includes('--json')) printLine(JSON.stringify({ msg }));
  if (!isUsage) tell(msg);
});
