import type { Writable } from 'node:stream';
import { because, readReason } from '../access/audit/reason';
import { CUSTOMER_FIELDS } from '../catalog/customers/customer-fields';
import type { CustomerOrder } from '../catalog/customers/customer-order';
import { CustomersModule } from '../catalog/customers/customers.module';
import { CustomersService } from '../catalog/customers/customers.service';
import { CreateCustomerDto } from '../catalog/customers/dto/create-customer.dto';
import type { CustomerDto } from '../catalog/customers/dto/customer.dto';
import { ListCustomersDto } from '../catalog/customers/dto/list-customers.dto';
import { UpdateCustomerDto } from '../catalog/customers/dto/update-customer.dto';
import { WebhooksModule } from '../events/webhooks/webhooks.module';
import { BulkChangesModule } from '../licensing/bulk-changes/bulk-changes.module';
import { CustomerDataModule } from '../licensing/customer-data/customer-data.module';
import { CustomerExport } from '../licensing/customer-data/customer-export';
import { CustomerUpdateService } from '../licensing/customer-data/customer-update.service';
import type { ErasedCustomerDto, ErasurePreviewDto } from '../licensing/customer-data/dto/erasure.dto';
import { ErasureService } from '../licensing/customer-data/erasure.service';
import { MailsModule } from '../mail/mails/mails.module';
import { validate } from '../platform/validation/validation';
import { InboxModule } from '../selling/inbox/inbox.module';
import { firstOf } from './all-pages';
import { approve } from './ask';
import type { Features } from './command.module';
import { commandLineActor } from './command-line-actor';
import type { WithJson, WithReason } from './options';
import { linesOf, printJson, printLine, printRecord, printTable, showTime, tell, writeText } from './output';
import { writePrivately } from './private-output';
import { readDatabase, withDatabase } from './with-database';

interface ListOptions extends WithJson {
  readonly q?: string;
  readonly order?: CustomerOrder;
  readonly limit: number;
}

/** With all that keep something of customers: each adds its own records, and copies of events. */
const CUSTOMER_DATA: Features = [CustomerDataModule, MailsModule, InboxModule, BulkChangesModule, WebhooksModule];

const takesItsTime = (): boolean => false;

export async function list({ json, limit, ...search }: ListOptions): Promise<void> {
  const query = await validate(ListCustomersDto, search);
  const { found, hasMore } = await readDatabase([CustomersModule], (providers) =>
    firstOf(limit, (place, most) =>
      providers.get(CustomersService).getPage(Object.assign({}, query, place, { limit: most }), takesItsTime),
    ),
  );
  if (json) printJson(found);
  else if (found.length === 0) printLine(`No customers ${query.q === undefined ? 'yet' : 'with these words'}.`);
  else
    printTable([
      ['UID', 'NAME', 'E-MAIL', 'CREATED'],
      ...found.map(({ uid, name = '', email = '', createdAt }) => [uid, name, email, showTime(createdAt, '')]),
    ]);
  if (hasMore) tell(`There are more than these ${limit}: narrow the list with --q, or raise --limit.`);
}

export async function show(uid: string, { json }: WithJson): Promise<void> {
  const customer = await readDatabase([CustomersModule], (providers) => providers.get(CustomersService).get(uid));
  if (json) printJson(customer);
  else printRecord(linesOf(CUSTOMER_FIELDS, customer));
}

export async function create({ json, ...values }: WithJson & Record<string, unknown>): Promise<void> {
  const body = await validate(CreateCustomerDto, values);
  const customer = await withDatabase([CustomersModule], (providers) =>
    providers.get(CustomersService).create(body, commandLineActor()),
  );
  if (json) printJson(customer);
  else printLine(`Customer ${called(customer)} was created.`);
}

export async function update(
  uid: string,
  { json, reason, ...values }: WithJson & WithReason & Record<string, unknown>,
): Promise<void> {
  if (Object.keys(values).length === 0)
    throw new Error('Say what to change, such as --name <text>; --help lists all fields.');
  const { customer } = await change(uid, values, reason);
  if (json) printJson(customer);
  else printLine(`Customer ${called(customer)} was changed.`);
}

export async function move(uid: string, newUid: string, { json, reason }: WithJson & WithReason): Promise<void> {
  const { customer, isDone } = await change(uid, { uid: newUid }, reason);
  if (json) printJson(customer);
  else printLine(`Customer ${uid} is now ${called(customer)}.`);
  if (!isDone) tell('Not all license keys have the new uid yet; a running service moves the rest.');
}

async function change(
  uid: string,
  values: object,
  reason: string | undefined,
): Promise<{ customer: CustomerDto; isDone: boolean }> {
  const body = await validate(UpdateCustomerDto, values);
  const actor = because(commandLineActor(), readReason(reason));
  return withDatabase(CUSTOMER_DATA, (providers) =>
    providers.get(CustomerUpdateService).update(uid, body, actor, true),
  );
}

export async function exportCustomer(uid: string, { json, out }: WithJson & { readonly out?: string }): Promise<void> {
  await readDatabase(CUSTOMER_DATA, (providers) => {
    const write = (output: Writable, signal?: AbortSignal) =>
      writeText(providers.get(CustomerExport).pieces(uid), output, signal);
    return out === undefined
      ? write(process.stdout)
      : writePrivately(out, (file, ending) => write(file.createWriteStream(), ending));
  });
  if (out === undefined) process.stdout.write('\n');
  else if (json) printJson({ file: out });
  else printLine(`Everything known about customer ${uid} was written to ${out}.`);
}

export async function erase(
  uid: string,
  { json, yes, force = false }: WithJson & { readonly yes?: true; readonly force?: boolean },
): Promise<void> {
  const erased = await withDatabase(CUSTOMER_DATA, async (providers) => {
    const erasures = providers.get(ErasureService);
    const preview = await erasures.preview(uid, takesItsTime);
    for (const line of describePreview(preview)) tell(line);
    if (preview.seatsTaken > 0 && !force) throw new Error(inUse(preview.seatsTaken));
    if (!yes) await approve('Erase?', 'Nothing was erased');
    return erasures.erase(uid, force, commandLineActor());
  });
  if (json) printJson(erased);
  else printLine(describe(uid, erased));
}

function describePreview({ uid, keepsUid, licenseKeys, boundToAddress, devices }: ErasurePreviewDto): string[] {
  const lines = [
    `To be erased: customer ${uid}. This cannot be undone.`,
    '  goes   name, email address, language, notes and metadata; addresses and texts in logs; all of these in the audit',
  ];
  if (devices > 0) lines.push(`  goes   name and address of ${counted(devices, 'device')}`);
  if (boundToAddress > 0)
    lines.push(
      `  goes   the address that binds ${counted(boundToAddress, 'license key')}: any address may use them then`,
    );
  if (!keepsUid) lines.push('  goes   the uid, since it is an email address; license keys get a random one');
  lines.push(`  stays  ${counted(licenseKeys, 'license key')}, with seats, verdicts and counts`);
  return lines;
}

function describe(uid: string, { uid: newUid, licenseKeys, isDone }: ErasedCustomerDto): string {
  const keys = `${counted(licenseKeys, 'license key')} ${licenseKeys === 1 ? 'stays' : 'stay'}`;
  const renamed = newUid === uid ? '' : `, with the uid ${newUid}`;
  const rest = isDone ? '' : ' A running service erases the rest.';
  return `Customer ${uid} was erased; ${keys}${renamed}.${rest}`;
}

function inUse(seats: number): string {
  const devices = seats === 1 ? '1 device has a seat' : `${seats} devices have a seat`;
  return `${devices}, and names come back with the next check. Release the seats or disable the license keys first, or add --force.`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const called = ({ uid, name }: CustomerDto): string => (name === undefined ? uid : `${uid} (${name})`);
