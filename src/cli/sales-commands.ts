import { readFileSync } from 'node:fs';
import { because, readReason } from '../access/audit/reason';
import { PAGE_LIMIT } from '../platform/http/answers/paging';
import { validate } from '../platform/validation/validation';
import { ListInboxDto, RetryInboxMessageDto } from '../selling/inbox/dto/inbox-message.dto';
import { InboxModule } from '../selling/inbox/inbox.module';
import { InboxService } from '../selling/inbox/inbox.service';
import { ListOrdersDto } from '../selling/orders/dto/order.dto';
import { OrdersModule } from '../selling/orders/orders.module';
import { OrdersService } from '../selling/orders/orders.service';
import { CreateMappingDto } from '../selling/sources/dto/mapping.dto';
import { CreateSourceDto } from '../selling/sources/dto/source.dto';
import { MappingsService } from '../selling/sources/mappings.service';
import { SourcesModule } from '../selling/sources/sources.module';
import { SourcesService } from '../selling/sources/sources.service';
import { allPages } from './all-pages';
import { commandLineActor } from './command-line-actor';
import type { WithJson, WithReason } from './options';
import { printJson, printLine, printTable, showTime } from './output';
import { readDatabase, withDatabase } from './with-database';

export async function listSources({ json }: WithJson): Promise<void> {
  const all = await readDatabase([SourcesModule], (providers) =>
    allPages((after?: number) => providers.get(SourcesService).getPage({ limit: PAGE_LIMIT, after }), undefined),
  );
  if (json) printJson(all);
  else if (all.length === 0) printLine('No shops yet.');
  else
    printTable([
      ['ID', 'SHOP', 'NAME', 'ACTIVE', 'LAST MESSAGE', 'PROBLEM'],
      ...all.map(({ id, type, name, active, receivedAt, failure = '' }) => [
        String(id),
        type,
        name,
        active ? 'yes' : 'no',
        showTime(receivedAt ?? null, 'never'),
        failure,
      ]),
    ]);
}

export async function createSource({
  json,
  secretsFile,
  tokenFile,
  ...values
}: WithJson & Record<string, unknown> & { secretsFile?: string; tokenFile?: string }): Promise<void> {
  const secrets = secretsFile === undefined ? undefined : linesOf(secretsFile);
  const apiToken = tokenFile === undefined ? undefined : tokenIn(tokenFile);
  const body = await validate(CreateSourceDto, {
    ...values,
    ...(secrets && { secrets }),
    ...(apiToken !== undefined && { apiToken }),
  });
  const source = await withDatabase([SourcesModule], (providers) =>
    providers.get(SourcesService).create(body, commandLineActor()),
  );
  if (json) printJson(source);
  else printLine(`Shop ${source.id} is connected. It has to send its messages to ${source.path} of your service.`);
}

function tokenIn(path: string): string {
  const [token] = linesOf(path);
  if (token === undefined) throw new Error(`There is no token in ${path}.`);
  return token;
}

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export async function listMappings(source: string, { json }: WithJson): Promise<void> {
  const all = await readDatabase([SourcesModule], (providers) => providers.get(MappingsService).getAll(source));
  if (json) printJson(all);
  else if (all.length === 0) printLine('Nothing is mapped yet.');
  else
    printTable([
      ['ID', 'ITEM', 'PRODUCT', 'PLAN', 'EACH', 'COUNT'],
      ...all.map(({ id, item, pid, plan = '', each, count }) =>
        pid === undefined
          ? [String(id), item, 'no license', '', '', '']
          : [String(id), item, String(pid), plan, each, String(count)],
      ),
    ]);
}

export async function map(
  source: string,
  item: string,
  { json, pid = null, ...others }: WithJson & { pid?: number | null },
): Promise<void> {
  const body = await validate(CreateMappingDto, { item, pid, ...others });
  const mapping = await withDatabase([SourcesModule, InboxModule], (providers) =>
    providers.get(MappingsService).create(source, body, commandLineActor()),
  );
  if (json) printJson(mapping);
  else printLine(`"${mapping.item}" is mapped; a running service completes the orders that waited for it.`);
}

export async function inbox(source: string, { json, ...query }: WithJson & ListInboxDto): Promise<void> {
  const body = await validate(ListInboxDto, query);
  const { items } = await readDatabase([InboxModule], (providers) => providers.get(InboxService).getPage(source, body));
  if (json) printJson(items);
  else if (items.length === 0) printLine('Nothing.');
  else
    printTable([
      ['ID', 'TYPE', 'CAME', 'STATE', 'PROBLEM'],
      ...items.map(({ id, type, receivedAt, state, problem = '' }) => [
        String(id),
        type,
        showTime(receivedAt ?? null, ''),
        state,
        problem,
      ]),
    ]);
}

export async function retry(
  source: string,
  message: string,
  { json, reason, trust }: WithJson & WithReason & { trust?: true },
): Promise<void> {
  const body = await validate(RetryInboxMessageDto, { trust });
  const actor = because(commandLineActor(), readReason(reason));
  const retried = await withDatabase([InboxModule], (providers) =>
    providers.get(InboxService).retry(source, message, body, actor),
  );
  if (json) printJson(retried);
  else printLine(`A running service tries message ${retried.id} again.`);
}

export async function listOrders({
  json,
  customer,
  ...query
}: WithJson & ListOrdersDto & { customer?: string }): Promise<void> {
  const body = await validate(ListOrdersDto, { uid: customer, ...query });
  const { items } = await readDatabase([OrdersModule], (providers) => providers.get(OrdersService).getPage(body));
  if (json) printJson(items);
  else if (items.length === 0) printLine('No orders.');
  else
    printTable([
      ['ID', 'REFERENCE', 'STATUS', 'CUSTOMER', 'TOTAL', 'PAID', 'UNTIL', 'PROBLEM'],
      ...items.map(
        ({ id, reference, status, uid = '', total = '', currency = '', paidAt, paidUntil, problem = '' }) => [
          String(id),
          reference,
          status,
          uid,
          `${total} ${currency}`.trim(),
          showTime(paidAt ?? null, ''),
          showTime(paidUntil ?? null, ''),
          problem,
        ],
      ),
    ]);
}
