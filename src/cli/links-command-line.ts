import { Argument, type Command, Option } from 'commander';
import { DATE_ORDERS } from '../transfer/columns';
import { PROGRAMS } from './moving-in/programs';
import { later } from './options';

const importFromCommand = () => import('./moving-in/import-from-command.js');

export function addLinksCommands(program: Command): void {
  const links = program.command('links').description('move links in from other programs');
  links
    .command('import-from')
    .addArgument(new Argument('<program>', 'what the links are in').choices(PROGRAMS))
    .argument('<source>', 'its database, as mysql://…, postgres://… or sqlite:<file>; of Bitly, the exported CSV file')
    .description('import links, with their visits, from Kutt, YOURLS, Shlink or Bitly; exit code 1 when one fails')
    .option('--write', 'import them; without this, it is only told what would happen to each')
    .option('--prefix <text>', 'YOURLS_DB_PREFIX of YOURLS', 'yourls_')
    .addOption(
      new Option(
        '--dates <order>',
        "which comes first in dates such as 12/31/2026 of Bitly's file: day or month",
      ).choices(DATE_ORDERS),
    )
    .option(
      '--errors <file>',
      'write links that fail to this file, one JSON object per line, instead of to standard error',
    )
    .option('--json', 'print the progress and the result as JSON, one object per line')
    .action(later(async () => (await importFromCommand()).importFrom));
}
