import { type Command, Option } from 'commander';
import { PID_MAX } from '../catalog/products/api-pid';
import { INBOX_STATES } from '../selling/inbox/inbox-message.entity';
import { ORDER_STATES } from '../selling/orders/order-state';
import { SHOP_TYPES } from '../selling/shops/shop';
import { EACH } from '../selling/sources/mapping.entity';
import { SOURCE_FIELDS } from '../selling/sources/source-fields';
import { withFields } from './field-options';
import { later, upTo, withJson, withReason } from './options';

const salesCommands = () => import('./sales-commands.js');

export function addSalesCommands(program: Command): void {
  const sources = program.command('sources').description('see the shops that sales come from, and what they sent');
  withJson(sources.command('list'))
    .description('list all shops')
    .action(later(async () => (await salesCommands()).listSources));
  withFields(withJson(sources.command('create')), SOURCE_FIELDS, 'create', ['active'])
    .description('connect a shop, and show where it has to send its messages')
    .addOption(new Option('--type <shop>', 'which shop it is').choices(SHOP_TYPES).makeOptionMandatory())
    .option('--secrets-file <path>', 'a file with what the shop signs with, a line each, the newest first')
    .option('--token-file <path>', "a file with a token for the shop's API")
    .action(later(async () => (await salesCommands()).createSource));
  withJson(sources.command('mappings <id>'))
    .description('list what the items of a shop stand for')
    .action(later(async () => (await salesCommands()).listMappings));
  withJson(sources.command('map <id> <item>'))
    .description('say what license keys an item of a shop stands for; orders that waited for it are then completed')
    .option('--pid <pid>', 'the product; without one, the item is no license', upTo(PID_MAX))
    .option('--plan <code>', 'the plan of the product')
    .addOption(new Option('--each <what>', 'what each unit is, a key by default').choices(EACH))
    .option('--count <number>', 'how many keys or seats for each unit, 1 by default', upTo(1000))
    .action(later(async () => (await salesCommands()).map));
  withJson(sources.command('inbox <id>'))
    .description('list the messages of a shop that are not done, newest first')
    .addOption(
      new Option('--state <name>', 'those in this state instead')
        .choices([...INBOX_STATES, 'undone'])
        .default('undone'),
    )
    .option('--limit <number>', 'how many at most, up to 1000', upTo(1000, 1), 100)
    .action(later(async () => (await salesCommands()).inbox));
  withReason(withJson(sources.command('retry <id> <message>')))
    .description('let the running service try a message of a shop again')
    .option('--trust', 'accept it as genuine, although nothing proves that it is')
    .action(later(async () => (await salesCommands()).retry));
  const orders = program.command('orders').description('see what was bought');
  withJson(orders.command('list'))
    .description('list orders, newest first')
    .option('--customer <uid>', 'only those of this customer')
    .option('--reference <id>', 'only the one that the shop calls so, or a payment of it')
    .addOption(new Option('--status <name>', 'only those in this state').choices(ORDER_STATES))
    .option('--problem', 'only those with a problem')
    .option('--limit <number>', 'how many at most, up to 1000', upTo(1000, 1), 100)
    .action(later(async () => (await salesCommands()).listOrders));
}
