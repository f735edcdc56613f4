import { Command } from 'commander';
import { addApiKeysCommands } from './api-keys-commands';
import { addDoctorCommand } from './doctor-command';
import { explain } from './explain';
import { addTransferCommands } from './transfer-commands';

const program = new Command('keylink')
  .description('Looks after a keylink service from the machine it runs on, beside the running service.')
  .showHelpAfterError()
  .addHelpText(
    'after',
    '\nSettings come from the environment and .env, as for the service. Lost your API key? keylink api-keys create --help',
  );
addApiKeysCommands(program);
addDoctorCommand(program);
addTransferCommands(program);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
