import type { Actor } from '../access/audit/actor';
import { because, readReason } from '../access/audit/reason';
import { DeliveriesService } from '../events/webhooks/deliveries/deliveries.service';
import type { DeliveryDto } from '../events/webhooks/deliveries/dto/delivery.dto';
import { ListDeliveriesDto } from '../events/webhooks/deliveries/dto/list-deliveries.dto';
import { ReplayDto } from '../events/webhooks/deliveries/dto/replay.dto';
import { CreateWebhookDto } from '../events/webhooks/dto/create-webhook.dto';
import { RotateWebhookDto } from '../events/webhooks/dto/rotate-webhook.dto';
import { UpdateWebhookDto } from '../events/webhooks/dto/update-webhook.dto';
import type { WebhookDto } from '../events/webhooks/dto/webhook.dto';
import { WebhooksModule } from '../events/webhooks/webhooks.module';
import { WebhooksService } from '../events/webhooks/webhooks.service';
import { PAGE_LIMIT } from '../platform/http/answers/paging';
import { validate } from '../platform/validation/validation';
import { allPages } from './all-pages';
import { commandLineActor } from './command-line-actor';
import { EVENT_FEATURES } from './event-features';
import type { WithJson, WithReason } from './options';
import { printJson, printLine, printTable, showTime } from './output';
import { readDatabase, withDatabase } from './with-database';

/** Values of the options. */
interface Values {
  readonly active?: string;
  readonly types?: string[];
  readonly pid?: number | null;
  readonly header?: Record<string, string>;
}

const NO_SECRET_AGAIN = 'Keep the secret: it is shown only now. The receiver verifies deliveries with it.';

export async function list({ json }: WithJson): Promise<void> {
  const all = await readDatabase([WebhooksModule], (providers) =>
    allPages((after) => providers.get(WebhooksService).getPage({ limit: PAGE_LIMIT, after }), 0),
  );
  if (json) printJson(all);
  else if (all.length === 0) printLine('No webhooks yet.');
  else
    printTable([
      ['ID', 'URL', 'TYPES', 'STATE'],
      ...all.map((webhook) => [String(webhook.id), webhook.url, webhook.types.join(',') || 'all', stateOf(webhook)]),
    ]);
}

export async function create({ json, ...values }: WithJson & Values): Promise<void> {
  const body = await validate(CreateWebhookDto, bodyOf(values));
  const webhook = await withWebhooks((webhooks, actor) => webhooks.create(body, { actor, seesKeys: true }));
  if (json) return printJson(webhook);
  printLine(`Webhook ${webhook.id} to ${webhook.url} was created.\n${NO_SECRET_AGAIN}\n\n${webhook.secret}`);
  return undefined;
}

export async function update(id: string, { json, reason, ...values }: WithJson & WithReason & Values): Promise<void> {
  if (Object.keys(values).length === 0)
    throw new Error('Say what to change, such as --url <text>; --help lists all fields.');
  const body = await validate(UpdateWebhookDto, bodyOf(values));
  const why = readReason(reason);
  const webhook = await withWebhooks((webhooks, actor) =>
    webhooks.update(id, body, { actor: because(actor, why), seesKeys: true }),
  );
  if (json) printJson(webhook);
  else printLine(`Webhook ${webhook.id} was changed.`);
}

export async function deleteWebhook(id: string, { json, reason }: WithJson & WithReason): Promise<void> {
  const why = readReason(reason);
  const webhook = await withWebhooks((webhooks, actor) => webhooks.delete(id, because(actor, why)));
  if (json) printJson(webhook);
  else printLine(`Webhook ${webhook.id} to ${webhook.url} was deleted.`);
}

export async function rotate(id: string, { json, grace }: WithJson & { readonly grace?: number }): Promise<void> {
  const { graceSeconds } = await validate(RotateWebhookDto, { graceSeconds: grace });
  const webhook = await withWebhooks((webhooks, actor) => webhooks.rotate(id, graceSeconds, actor));
  if (json) return printJson(webhook);
  printLine(`Webhook ${webhook.id} has a new secret.\n${NO_SECRET_AGAIN}\n\n${webhook.secret}`);
  return undefined;
}

export async function test(id: string, { json }: WithJson): Promise<void> {
  const delivery = await withDeliveries((deliveries) => deliveries.test(id));
  if (delivery.state !== 'delivered') process.exitCode = 1;
  if (json) return printJson(delivery);
  const [attempt] = delivery.attempts;
  printLine(delivery.state === 'delivered' ? 'The test has arrived.' : 'The test has not arrived.');
  if (attempt.status !== undefined) printLine(`Status ${attempt.status} after ${attempt.milliseconds} ms.`);
  if (attempt.note !== undefined) printLine(attempt.note);
  if (attempt.answer !== undefined) printLine(attempt.answer);
  return undefined;
}

export async function replay(
  id: string,
  { json, ...what }: WithJson & { after?: number; since?: number; failed?: true },
): Promise<void> {
  const body = await validate(ReplayDto, what);
  const { begun, active } = await withDatabase([WebhooksModule], async (providers) => ({
    begun: await providers.get(DeliveriesService).replay(id, body),
    active: (await providers.get(WebhooksService).get(id)).active,
  }));
  if (json) printJson(begun);
  else if (begun.after >= begun.upTo) printLine('There is nothing to send again.');
  else if (!active) printLine(`The webhook is off. They are sent again after "webhooks update ${id} --active true".`);
  else printLine('A running service sends them again from now on. "webhooks list" shows how far it has come.');
}

export async function deliveries(
  id: string,
  { json, ...query }: WithJson & { limit?: number; state?: string },
): Promise<void> {
  const body = await validate(ListDeliveriesDto, query);
  const { items } = await readDatabase([WebhooksModule], (providers) =>
    providers.get(DeliveriesService).getPage(id, body),
  );
  if (json) printJson(items);
  else if (items.length === 0) printLine('No deliveries.');
  else printTable([['ID', 'EVENT', 'TYPE', 'STATE', 'TRIES', 'LAST ANSWER'], ...items.map(toRow)]);
}

function toRow({ id, event, type, state, dueAt, attempts }: DeliveryDto): string[] {
  const last = attempts.at(-1);
  const answer = last?.note ?? (last?.status === undefined ? '' : String(last.status));
  const next = dueAt === undefined ? state : `${state} until ${showTime(dueAt, '')}`;
  return [String(id), event, type, next, String(attempts.length), answer];
}

function stateOf(webhook: WebhookDto): string {
  const { replay } = webhook;
  const left = replay && `, ${replay.kind} has come to ${replay.after} of ${replay.upTo}`;
  return `${healthOf(webhook)}${left ?? ''}`;
}

function healthOf({ active, disabledBecause, failingSince }: WebhookDto): string {
  if (!active) return disabledBecause === undefined ? 'off' : `off: ${disabledBecause}`;
  return failingSince === undefined ? 'active' : `failing since ${showTime(failingSince, '')}`;
}

const bodyOf = ({ active, header, ...values }: Values): object => ({
  ...values,
  ...(active !== undefined && { active: active === 'true' }),
  ...(header && { headers: header }),
});

const withWebhooks = <T>(work: (webhooks: WebhooksService, actor: Actor) => Promise<T>): Promise<T> =>
  withDatabase(EVENT_FEATURES, (providers) => work(providers.get(WebhooksService), commandLineActor()));

const withDeliveries = <T>(work: (deliveries: DeliveriesService) => Promise<T>): Promise<T> =>
  withDatabase([WebhooksModule], (providers) => work(providers.get(DeliveriesService)));
