import { Argument, type Command, Option } from 'commander';
import { CUSTOMER_FIELDS } from '../catalog/customers/customer-fields';
import { CUSTOMER_ORDERS } from '../catalog/customers/customer-order';
import { PLAN_FIELDS } from '../catalog/plans/plan-fields';
import { PRODUCT_FIELDS } from '../catalog/products/product-fields';
import { RELEASE_FIELDS } from '../catalog/releases/release-fields';
import { LICENSE_KEY_FIELDS } from '../licensing/license-keys/license-key-fields';
import { later, upTo, withJson, withJsonOnRequest, withReason } from './options';
import { withFields } from './field-options';

const customersCommands = () => import('./customers-commands.js');
const plansCommands = () => import('./plans-commands.js');
const productsCommands = () => import('./products-commands.js');
const releasesCommands = () => import('./releases-commands.js');

export function addCustomersCommands(program: Command): void {
  const customers = program
    .command('customers')
    .description('manage customers: their records, moves, exports and erasure');
  withJson(customers.command('list'))
    .description('list customers that have a record')
    .option('--q <words>', 'only those found by all of these words, or their beginnings')
    .addOption(new Option('--order <name>', 'oldest first by default').choices(Object.keys(CUSTOMER_ORDERS)))
    .option('--limit <number>', 'how many at most', upTo(1_000_000, 1), 100)
    .action(later(async () => (await customersCommands()).list));
  withJson(customers.command('show <uid>'))
    .description('show the record of a customer')
    .action(later(async () => (await customersCommands()).show));
  withFields(withJson(customers.command('create')), CUSTOMER_FIELDS, 'create')
    .description('create a customer')
    .option('--uid <text>', 'the uid that license keys will name, or name already; a random one by default')
    .action(later(async () => (await customersCommands()).create));
  withReason(withFields(withJson(customers.command('update <uid>')), CUSTOMER_FIELDS, 'update', ['uid']))
    .description('change the given fields; a uid that only license keys name gets a record this way')
    .action(later(async () => (await customersCommands()).update));
  withReason(withJson(customers.command('move <uid> <new-uid>')))
    .description('give a customer another uid; all license keys move with their devices and logs')
    .action(later(async () => (await customersCommands()).move));
  withJsonOnRequest(customers.command('export <uid>'))
    .description('print everything known about a customer as JSON')
    .option('--out <file>', 'the file to write it to, readable for its owner only')
    .action(later(async () => (await customersCommands()).exportCustomer));
  withJson(customers.command('erase <uid>'))
    .description('erase a person permanently, after showing what goes; license keys, verdicts and counts stay')
    .option('--yes', 'erase without asking')
    .option('--force', 'even while devices have a seat, which they keep')
    .action(later(async () => (await customersCommands()).erase));
}

export function addProductsCommands(program: Command): void {
  const products = program.command('products').description('manage the names of products');
  withJson(products.command('list'))
    .description('list all products that have a record')
    .action(later(async () => (await productsCommands()).list));
  withFields(withJson(products.command('create')), PRODUCT_FIELDS, 'create')
    .description('create a product')
    .option(
      '--pid <number>',
      'the pid that license keys will name, or name already; the next free one by default',
      upTo(LICENSE_KEY_FIELDS.product.maximum),
    )
    .action(later(async () => (await productsCommands()).create));
  withReason(withFields(withJson(products.command('update <pid>')), PRODUCT_FIELDS, 'update'))
    .description('change the given fields of a product')
    .action(later(async () => (await productsCommands()).update));
  withReason(withJson(products.command('delete <pid>')))
    .description('delete the record of a product; its license keys stay')
    .action(later(async () => (await productsCommands()).deleteProduct));
}

const pid = () => new Argument('<pid>', 'the number of the product').argParser(upTo(PLAN_FIELDS.product.maximum));

export function addPlansCommands(program: Command): void {
  const plans = program.command('plans').description('manage the plans of products: what their license keys contain');
  withJson(plans.command('list').addArgument(pid()))
    .description('list the plans of a product')
    .action(later(async () => (await plansCommands()).list));
  withFields(withJson(plans.command('create').addArgument(pid())), PLAN_FIELDS, 'create')
    .description('create a plan')
    .action(later(async () => (await plansCommands()).create));
  withReason(withFields(withJson(plans.command('update').addArgument(pid()).argument('<code>')), PLAN_FIELDS, 'update'))
    .description('change the given fields of a plan, for the next check of each of its license keys')
    .action(later(async () => (await plansCommands()).update));
  withReason(withJson(plans.command('delete').addArgument(pid()).argument('<code>')))
    .description('delete a plan that no license key has')
    .action(later(async () => (await plansCommands()).deletePlan));
}

export function addReleasesCommands(program: Command): void {
  const releases = program
    .command('releases')
    .description('manage the releases of products, which date their versions');
  withJson(releases.command('list').addArgument(pid()))
    .description('list the releases of a product, newest registered first')
    .action(later(async () => (await releasesCommands()).list));
  withFields(withJson(releases.command('create').addArgument(pid())), RELEASE_FIELDS, 'create')
    .description('register a release')
    .action(later(async () => (await releasesCommands()).create));
  const id = new Argument('<id>', 'the record id of the release').argParser(upTo(Number.MAX_SAFE_INTEGER));
  withReason(withJson(releases.command('delete').addArgument(pid()).addArgument(id)))
    .description('delete a release; its version then passes, like any that is not registered')
    .action(later(async () => (await releasesCommands()).deleteRelease));
}
