import { type Command, Option } from 'commander';
import { LICENSE_KEY_FIELDS } from '../licensing/license-keys/license-key-fields';
import { LICENSE_KEY_ORDERS } from '../licensing/license-keys/license-key-search';
import { KEY_GRACE_MAX, RENEWED_FROM } from '../licensing/license-keys/license-key-limits';
import { TIME_EXAMPLES } from '../platform/validation/read-time';
import { withFields } from './field-options';
import { later, parseTime, upTo, withJson, withJsonOnRequest, withReason } from './options';

const keysCommands = () => import('./keys-commands.js');
const usesCommands = () => import('./uses-commands.js');
const devicesCommands = () => import('./devices-commands.js');
const licenseCommands = () => import('./license-commands.js');

export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('manage license keys');
  withFields(withJson(keys.command('list')), LICENSE_KEY_FIELDS, 'filter')
    .description('list license keys')
    .option('--q <words>', 'only those found by all of these words, or their beginnings')
    .option('--expiresBefore <time>', `only those that expire before this time: ${TIME_EXAMPLES}`, parseTime)
    .option('--expiresAfter <time>', 'only those that expire after this time', parseTime)
    .addOption(new Option('--order <name>', 'oldest first by default').choices(Object.keys(LICENSE_KEY_ORDERS)))
    .option('--limit <number>', 'how many at most', upTo(1_000_000, 1), 100)
    .action(later(async () => (await keysCommands()).list));
  withJson(keys.command('show <key>'))
    .description('show a license key, named by itself or by its record id')
    .action(later(async () => (await keysCommands()).show));
  withFields(withJson(keys.command('create')), LICENSE_KEY_FIELDS, 'create')
    .description('create license keys')
    .option('--count <number>', 'how many, 1 to 1000', upTo(1000, 1), 1)
    .action(later(async () => (await keysCommands()).create));
  withReason(withFields(withJson(keys.command('update <key>')), LICENSE_KEY_FIELDS, 'update'))
    .description('change the given fields of a license key')
    .action(later(async () => (await keysCommands()).update));
  withReason(withJson(keys.command('disable <key>')))
    .description('disable a license key: its checks are refused from now on')
    .action(later(async () => (await keysCommands()).disable));
  withReason(withJson(keys.command('enable <key>')))
    .description('enable a disabled license key again')
    .action(later(async () => (await keysCommands()).enable));
  withReason(withJson(keys.command('delete <key>')))
    .description('delete a license key with its logs, after showing it; to only refuse its checks, disable it')
    .option('--yes', 'delete without asking')
    .action(later(async () => (await keysCommands()).deleteKey));
  withReason(withJson(keys.command('renew <key>')))
    .description('give a license key, named by itself or by its record id, more time by the calendar')
    .addOption(
      new Option('--from <time>', 'what the time is added to; the later of the two by default').choices(RENEWED_FROM),
    )
    .option('--duration <text>', 'how long, such as P1M or P1Y; as the plan of the key says by default')
    .action(later(async () => (await keysCommands()).renew));
  withReason(withJson(keys.command('replace <key>')))
    .description('give a license key, named by itself or by its record id, a new value, such as after a leak')
    .option(
      '--grace <seconds>',
      `how long the former key still passes, 0 to ${KEY_GRACE_MAX}; 0 by default`,
      upTo(KEY_GRACE_MAX),
      0,
    )
    .action(later(async () => (await keysCommands()).replace));
}

export function addUsesCommands(program: Command): void {
  const uses = program
    .command('uses')
    .description('show what the meters of a license key have counted, and take uses back');
  withJson(uses.command('meters <key>'))
    .description('show where the meters of a license key, given by itself or by its record id, stand')
    .action(later(async () => (await usesCommands()).meters));
  withJson(uses.command('list <key>'))
    .description('list the uses of a license key in the last 35 days, newest first')
    .option('--limit <number>', 'how many, 1 to 1000; 100 by default', upTo(1000, 1), 100)
    .action(later(async () => (await usesCommands()).list));
  withReason(withJson(uses.command('withdraw <key> <useId>')))
    .description('take back a use that should not have been counted, so that its meter counts it no more')
    .action(later(async () => (await usesCommands()).withdraw));
}

export function addDevicesCommands(program: Command): void {
  const devices = program.command('devices').description('list the devices of a license key, and release their seats');
  withJson(devices.command('list <key>'))
    .description('list all devices of a license key, given by itself or by its record id; those with a seat first')
    .action(later(async () => (await devicesCommands()).list));
  withReason(withJson(devices.command('release <key> [device...]')))
    .description('release the seats of devices, named by their ids, so that others can take them')
    .option('--name <text>', 'the device with a seat that has this name')
    .addOption(new Option('--all', 'every device of the license key').conflicts('name'))
    .option('--force', 'also seats held by offline licenses, which keep working until they expire')
    .action(later(async () => (await devicesCommands()).release));
}

export function addLicenseCommands(program: Command): void {
  const license = program.command('license').description('issue offline licenses');
  withJsonOnRequest(license.command('sign <file>'))
    .description(
      'print the license that answers a request code, read from a file or, when it is "-", from standard input, together with the key sets',
    )
    .option('--days <number>', 'for how many days, from 1/24 to 3650; 30 by default', Number)
    .action(later(async () => (await licenseCommands()).sign));
}
