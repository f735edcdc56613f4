import { Argument, type Command, Option } from 'commander';
import { DATE_ORDERS } from '../transfer/columns';
import { STATS_BY } from '../links/visits/dimensions';
import { PROGRAMS } from './moving-in/programs';
import { DOMAIN_FIELDS } from '../links/domains/domain-fields';
import { withFields } from './field-options';
import { later, parseTime, withJson, withJsonProgress, withReason } from './options';

const linksCommands = () => import('./links-commands.js');
const importFromCommand = () => import('./moving-in/import-from-command.js');
const domainsCommands = () => import('./domains-commands.js');

export function addLinksCommands(program: Command): void {
  const links = program.command('links').description('count visits of links, and move links in from other programs');
  withJson(links.command('stats [name]'))
    .description('count the visits of a link by its name, or of all links, by time or by what is known about them')
    .addOption(new Option('--by <what>', 'what the visits are grouped by').choices(STATS_BY).default('day'))
    .option('--domain <host>', 'the domain of the link')
    .option('--tag <tag>', 'only of links with this tag')
    .option('--from <time>', 'from the hour of this time on; 30 days before the end if left out', parseTime)
    .option('--to <time>', 'until the end of the hour of this time; now if left out', parseTime)
    .option('--tz <name>', 'time zone of days and hours, such as Europe/Berlin', 'UTC')
    .action(later(async () => (await linksCommands()).stats));
  withJsonProgress(links.command('import-from'))
    .addArgument(new Argument('<program>', 'what the links are in').choices(PROGRAMS))
    .argument('<source>', 'its database, as mysql://…, postgres://… or sqlite:<file>; of Bitly, the exported CSV file')
    .description('import links, with their visits, from Kutt, YOURLS, Shlink or Bitly; exit code 1 when one fails')
    .option('--write', 'import them; without this, only say what would happen to each')
    .option('--domain <host>', 'the domain on which all of them answer; the usual address if left out')
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
    .action(later(async () => (await importFromCommand()).importFrom));
}

export function addDomainsCommands(program: Command): void {
  const domains = program.command('domains').description('manage the domains that links can have');
  withJson(domains.command('list'))
    .description('list all domains')
    .action(later(async () => (await domainsCommands()).list));
  withJson(domains.command('show <host>'))
    .description('show a domain')
    .action(later(async () => (await domainsCommands()).show));
  withFields(withJson(domains.command('create')), DOMAIN_FIELDS, 'create')
    .description('create a domain: from then on only links answer on its host')
    .action(later(async () => (await domainsCommands()).create));
  withReason(withFields(withJson(domains.command('update <host>')), DOMAIN_FIELDS, 'update'))
    .description('change where the bare domain and unknown addresses lead')
    .action(later(async () => (await domainsCommands()).update));
  withReason(withJson(domains.command('delete <host>')))
    .description('delete a domain that has no links')
    .action(later(async () => (await domainsCommands()).deleteDomain));
}
