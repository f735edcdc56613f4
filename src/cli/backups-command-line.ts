import type { Command } from 'commander';
import { later, withJsonProgress, withRootFile } from './options';

const backupCommand = () => import('./backup-command.js');
const restoreCommand = () => import('./restore-command.js');
const moveCommand = () => import('./move-command.js');

export function addBackupsCommands(program: Command): void {
  withRootKey(withJsonProgress(program.command('backup <file>')))
    .description('write everything in the database into one file, while the service runs; or check such a file')
    .option('--verify', 'check the file instead: whether it is whole and unchanged, and what it holds')
    .option(
      '--encrypt-for <file>',
      'encrypt it for this public key, X25519 or RSA in PEM: only the private half opens it',
    )
    .option('--identity <file>', 'with --verify: the private half, for an encrypted backup')
    .action(later(async () => (await backupCommand()).backup));
  withRootFile(withRootKey(withJsonProgress(program.command('restore <file>'))))
    .description('fill an empty database from a backup, and make sure that nothing is given twice')
    .option('--identity <file>', 'the private half of the key that an encrypted backup was made for')
    .option('--published <file>', 'the last published key set, or its version: see "restored"')
    .action(later(async () => (await restoreCommand()).restore));
  withJsonProgress(program.command('move'))
    .description(
      'copy everything into an empty database, such as from the embedded one to MySQL; stop the service first',
    )
    .requiredOption('--to <url>', 'the empty database, as DATABASE_URL would name it')
    .action(later(async () => (await moveCommand()).move));
}

function withRootKey(command: Command): Command {
  return command.option('--root-key <key>', 'refuse a backup that was not signed by the service with this root key');
}
