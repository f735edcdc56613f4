import { type Command, Option } from 'commander';
import { GRACE_MAX } from '../access/api-keys/grace';
import { SCOPES } from '../access/scopes/scope-names';
import { LICENSE_KEY_FIELDS } from '../licensing/license-keys/license-key-fields';
import { FORMATS } from '../platform/http/answers/table-file';
import { DATE_ORDERS } from '../transfer/columns';
import { TIME_EXAMPLES } from '../platform/validation/read-time';
import {
  later,
  parseGrace,
  parseTime,
  splitList,
  upTo,
  withJson,
  withJsonOnRequest,
  withJsonProgress,
  withRootFile,
} from './options';

const apiKeysCommands = () => import('./api-keys-commands.js');
const doctorCommand = () => import('./doctor.js');
const transferCommands = () => import('./transfer-commands.js');
const signingCommands = () => import('./signing-commands.js');
const restoredCommand = () => import('./restored-command.js');
const statsCommands = () => import('./stats-commands.js');
const eventsCommands = () => import('./events-commands.js');
const searchCommands = () => import('./search-commands.js');
const demoCommand = () => import('./demo-command.js');
const migrateCommand = () => import('./migrate-command.js');

export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('start the service; it stops on Ctrl-C or SIGTERM')
    // Not `later`, which silences the service's log.
    .action(async () => (await import('../main.js')).run());
}

export function addApiKeysCommands(program: Command): void {
  const apiKeys = program.command('api-keys').description('create, list, rotate and revoke API keys');
  withJson(apiKeys.command('create'))
    .description('create an API key and show its secret once')
    .requiredOption('--name <text>', 'what the key is for')
    .requiredOption('--scopes <list>', `what it may do, separated by commas: ${SCOPES.join(', ')}`, splitList)
    .option('--expires-at <time>', `when it expires: ${TIME_EXAMPLES}`, parseTime)
    .action(later(async () => (await apiKeysCommands()).create));
  withJson(apiKeys.command('list'))
    .description('list all API keys, including revoked ones')
    .action(later(async () => (await apiKeysCommands()).list));
  withJson(apiKeys.command('rotate <id>'))
    .description('give an API key a new secret and show it once')
    .option('--grace <seconds>', `how long the old secret stays valid, 0 to ${GRACE_MAX}`, parseGrace, 0)
    .action(later(async () => (await apiKeysCommands()).rotate));
  withJson(apiKeys.command('revoke <id>'))
    .description('revoke an API key permanently')
    .action(later(async () => (await apiKeysCommands()).revoke));
}

export function addDoctorCommand(program: Command): void {
  withJson(program.command('doctor'))
    .description('check the settings, the database, the API keys and signing; exit code 1 when something is wrong')
    .option('--peer <address>', 'show which client address counts for a request from this one', '127.0.0.1')
    .option('--forwarded-for <chain>', 'with this X-Forwarded-For, such as "203.0.113.9, 10.0.0.1"', '')
    .action(later(async () => (await doctorCommand()).doctor));
}

export function addTransferCommands(program: Command): void {
  withJsonProgress(program.command('import <file>'))
    .description('import license keys from a file, or from standard input when it is "-"; exit code 1 when a row fails')
    .option('--links', 'links instead of license keys')
    .addOption(formatOption())
    .option('--dry-run', 'write nothing, and report what would happen to each row')
    .addOption(
      new Option('--dates <order>', 'which comes first in dates such as 12/31/2027: day or month').choices(DATE_ORDERS),
    )
    .option('--pid <number>', 'the product of rows that name none', upTo(LICENSE_KEY_FIELDS.product.maximum))
    .option(
      '--idempotency-key <text>',
      'name of the import, from which the license keys of rows without one are derived; by default the SHA-256 of the file',
    )
    .option(
      '--errors <file>',
      'write rows that fail to this file, one JSON object per line, instead of to standard error',
    )
    .action(later(async () => (await transferCommands()).importFile));
  program
    .command('export')
    .description('export all license keys, to standard output or a file')
    .option('--links', 'links instead of license keys')
    .addOption(formatOption('; csv on standard output'))
    .option('--out <file>', 'the file to write, readable for its owner only')
    .option(
      '--json',
      'print what was written as JSON; without --out, print the records themselves, one JSON object per line',
    )
    .action(later(async () => (await transferCommands()).exportFile));
}

export function addSigningCommands(program: Command): void {
  const signing = program.command('signing').description('set up signing, and manage the signing keys');
  withJson(signing.command('init'))
    .description('create the root key, the first signing key and the first key set')
    .option(
      '--issuer <text>',
      'name of the issuer in everything that is signed, which can never change: 1 to 28 characters; "keylink" by default',
    )
    .option(
      '--anew <kid>',
      'start over when the root key with this kid is lost: only programs built with the new root key will trust it',
    )
    .action(later(async () => (await signingCommands()).init));
  withRootFile(withJson(signing.command('rotate')))
    .description('replace the signing key; what the old one signed stays valid')
    .action(later(async () => (await signingCommands()).rotate));
  withRootFile(withJson(signing.command('revoke <kid>')))
    .description('invalidate a signing key, such as a stolen one, and everything it ever signed')
    .action(later(async () => (await signingCommands()).revoke));
  withRootFile(withJson(signing.command('rotate-root')))
    .description('replace the root key with a new one, whose private half is in the database')
    .action(later(async () => (await signingCommands()).rotateRoot));
  withJsonOnRequest(signing.command('export-root'))
    .description('print the private half of the root key once, and remove it from the database')
    .option('--out <file>', 'the file to write it to, readable for its owner only')
    .action(later(async () => (await signingCommands()).exportRoot));
  withJson(signing.command('status'))
    .description('show the root key, the signing keys, and how long the key set is valid')
    .action(later(async () => (await signingCommands()).status));
}

export function addRestoredCommand(program: Command): void {
  withRootFile(withJson(program.command('restored')))
    .description('run once after a restore, so that no id and no version of the key set is given twice')
    .option(
      '--published <file>',
      'the last published key set, from /.well-known/keylink/keys or the cache file of a client; or its version',
    )
    .action(later(async () => (await restoredCommand()).restored));
}

export function addMigrateCommand(program: Command): void {
  withJson(program.command('migrate'))
    .description('bring the database schema up to date, for a service that runs with AUTO_MIGRATE=false')
    .option('--plan', 'only say what would be done, and about how long it takes')
    .action(later(async () => (await migrateCommand()).runMigrations));
}

export function addStatsCommands(program: Command): void {
  const stats = program.command('stats').description('manage the statistics');
  withJsonProgress(stats.command('rebuild'))
    .description('count all logged checks again; the service may be running')
    .action(later(async () => (await statsCommands()).rebuild));
}

export function addEventsCommands(program: Command): void {
  const events = program.command('events').description('follow what happens');
  withJson(events.command('tail'), 'print JSON, one event per line')
    .description('print the last events, then each new one, until Ctrl-C')
    .option('--after <position>', 'only events behind this position, from the first on', upTo(Number.MAX_SAFE_INTEGER))
    .option('--types <list>', 'only these types, separated by commas, such as licenseKey.disabled', splitList)
    .option('--once', 'end after the last event instead of waiting for more')
    .action(later(async () => (await eventsCommands()).tail));
}

export function addSearchCommands(program: Command): void {
  const search = program.command('search').description('manage the search index');
  withJsonProgress(search.command('rebuild'))
    .description('compare the words of all records with the index, and correct it; the service may be running')
    .action(later(async () => (await searchCommands()).rebuild));
}

export function addDemoCommand(program: Command): void {
  withJsonProgress(program.command('demo'))
    .description('fill an empty database with example data of a shop for the past 90 days')
    .option('--keys <number>', 'license keys, up to 10000000', upTo(10_000_000), 2000)
    .option('--logs <number>', 'logged checks, up to 1000000000', upTo(1_000_000_000), 20_000)
    .option('--links <number>', 'links, up to 10000000', upTo(10_000_000), 200)
    .action(later(async () => (await demoCommand()).demo));
}

function formatOption(otherwise = ''): Option {
  const text = `the format of the file, if its name does not show it${otherwise}`;
  return new Option('--format <name>', text).choices(FORMATS);
}
