import { type Command, InvalidArgumentError, Option } from 'commander';
import { GRACE_MAX } from '../access/api-keys/grace';
import { DELIVERY_STATES } from '../events/webhooks/deliveries/delivery-states';
import { LICENSE_KEY_FIELDS } from '../licensing/license-keys/license-key-fields';
import { WEBHOOK_FIELDS } from '../events/webhooks/webhook-fields';
import { later, parseTime, upTo, withJson, withReason } from './options';
import { withFields } from './field-options';

const webhooksCommands = () => import('./webhooks-commands.js');

export function addWebhooksCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('manage where events are sent to, and send them again');
  withJson(webhooks.command('list'))
    .description('list all webhooks')
    .action(later(async () => (await webhooksCommands()).list));
  withChoice(withFields(withJson(webhooks.command('create')), WEBHOOK_FIELDS, 'create', ['active']))
    .description('send what happens from now on to an address, and show once the secret that verifies it')
    .action(later(async () => (await webhooksCommands()).create));
  withReason(withChoice(withFields(withJson(webhooks.command('update <id>')), WEBHOOK_FIELDS, 'update', ['active'])))
    .description('change the given fields of a webhook')
    .action(later(async () => (await webhooksCommands()).update));
  withReason(withJson(webhooks.command('delete <id>')))
    .description('delete a webhook, with everything sent or waiting')
    .action(later(async () => (await webhooksCommands()).deleteWebhook));
  withJson(webhooks.command('rotate <id>'))
    .description('give a webhook a new secret and show it once')
    .option(
      '--grace <seconds>',
      `how long the old secret signs too, 0 to ${GRACE_MAX}; 86400 by default`,
      upTo(GRACE_MAX),
    )
    .action(later(async () => (await webhooksCommands()).rotate));
  withJson(webhooks.command('test <id>'))
    .description('send a test at once and show what came back; exit code 1 when it has not arrived')
    .action(later(async () => (await webhooksCommands()).test));
  withJson(webhooks.command('replay <id>'))
    .description('let the running service send events again')
    .addOption(new Option('--after <position>', 'all after this position').argParser(upTo(Number.MAX_SAFE_INTEGER)))
    .option('--since <time>', 'all since this time', parseTime)
    .option('--failed', 'all that were given up')
    .action(later(async () => (await webhooksCommands()).replay));
  withJson(webhooks.command('deliveries <id>'))
    .description('list what was sent to a webhook, or is waiting to be, newest first')
    .addOption(new Option('--state <name>', 'only those in this state').choices(DELIVERY_STATES))
    .option('--limit <number>', 'how many at most, up to 1000', upTo(1000, 1), 100)
    .action(later(async () => (await webhooksCommands()).deliveries));
}

/** Fields other than plain text. */
function withChoice(command: Command): Command {
  return command
    .addOption(new Option('--active <flag>', 'whether events are sent').choices(['true', 'false']))
    .option('--types <names>', 'only events of these types, separated by commas; "" for all', (text) =>
      text.split(',').filter((name) => name !== ''),
    )
    .option('--pid <number>', 'only events about this product; "" for any', (text) =>
      text === '' ? null : upTo(LICENSE_KEY_FIELDS.product.maximum)(text),
    )
    .addOption(new Option('--keys <form>', 'license keys in events: short or full').choices(['short', 'full']))
    .option('--header <name: value>', 'a further header of each request; may be repeated', addHeader);
}

function addHeader(text: string, before: Record<string, string> = {}): Record<string, string> {
  const colon = text.indexOf(':');
  if (colon < 1) throw new InvalidArgumentError('Use a name and a value, such as "Authorization: Bearer 7fK2".');
  return { ...before, [text.slice(0, colon).trim()]: text.slice(colon + 1).trim() };
}
