import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import type { Change } from '../../access/audit/change';
import { EventsRepository } from '../../platform/events/events.repository';
import { EventTypes } from '../../platform/events/event-types';
import { randomHandle } from '../../platform/database/random-handle';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { beyondScope, conflict, invalidField, notFound } from '../../platform/errors/errors';
import { givenValues, newValues } from '../../platform/fields/records';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { OutgoingPosts } from '../../platform/outgoing/outgoing-posts';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { requireRecordId } from '../../platform/validation/record-id';
import { findPassed } from './deliveries/delivery-maker';
import type { WebhookTask } from './deliveries/webhook-task.entity';
import { WebhookTasksRepository } from './deliveries/webhook-tasks.repository';
import type { CreateWebhookDto } from './dto/create-webhook.dto';
import type { ListWebhooksDto } from './dto/list-webhooks.dto';
import type { UpdateWebhookDto } from './dto/update-webhook.dto';
import type { NewWebhookDto, WebhookDto } from './dto/webhook.dto';
import { auditedWebhook, toReplayState, toWebhookDto, WEBHOOK_TAGS } from './to-webhook-dto';
import type { Webhook } from './webhook.entity';
import { WEBHOOK_FIELDS } from './webhook-fields';
import { type Headers, withKept } from './webhook-headers';
import { WebhookVault } from './webhook-vault';
import { WebhooksRepository } from './webhooks.repository';

export const WEBHOOK_NOT_FOUND: Problem<'webhook.notFound'> = {
  code: 'webhook.notFound',
  message: 'There is no webhook with this id.',
};
const MOST_WEBHOOKS = 100;
export const TOO_MANY_WEBHOOKS: Problem<'webhook.tooMany'> = {
  code: 'webhook.tooMany',
  message: `There are ${MOST_WEBHOOKS} webhooks already; delete one first.`,
};
export const FULL_KEYS = 'Events with license keys in full need the scope "keys:read" too; send "keys": "short".';

const DEFAULT_LIMIT = 100;
const DEFAULT_GRACE = 86_400;

/** Who requests a change, and whether the caller may see license keys. */
export interface WebhookCaller {
  readonly actor: Actor;
  readonly seesKeys: boolean;
}

@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly vault: WebhookVault,
    private readonly posts: OutgoingPosts,
    private readonly tasks: WebhookTasksRepository,
    private readonly changes: ChangeLog,
    private readonly events: EventsRepository,
    private readonly types: EventTypes,
    private readonly transactions: Transactions,
  ) {}

  /** @throws {ApiError} 400, 403, or 409 if there are too many or there is no SECRET_KEY */
  async create(body: CreateWebhookDto, { actor, seesKeys }: WebhookCaller): Promise<NewWebhookDto> {
    const { types, pid = null, keys = 'short', headers = {} } = body;
    this.requireReachable(body.url);
    requireKeys(keys, seesKeys);
    this.types.requireKnown(types);
    const handle = randomHandle();
    const { secret, stored } = await this.vault.makeSecret(handle);
    const values = newValues(WEBHOOK_FIELDS, 'create', body);
    // What follows is sent; switched off, it is missed.
    const position = await this.events.findLastPosition();
    const fresh: Omit<Webhook, 'id'> = {
      ...values,
      createdAt: Date.now(),
      types: typesText(types),
      pid,
      keyForm: keys,
      handle,
      ...(await this.vault.sealHeaders(handle, keptHeaders(headers, {}))),
      ...stored,
      formerSecret: null,
      formerUntil: null,
      position,
      missedAfter: values.active ? null : position,
      failingSince: null,
      succeededAt: null,
      disabledBecause: null,
    };
    const created = await this.transactions.run(async (transaction) => {
      const webhooks = this.webhooks.within(transaction);
      if ((await webhooks.count()) >= MOST_WEBHOOKS) throw conflict(TOO_MANY_WEBHOOKS);
      const webhook = await webhooks.insert(fresh);
      await this.record(transaction, actor, { action: 'create', targetId: webhook.id, after: auditedWebhook(webhook) });
      return webhook;
    });
    return Object.assign(toWebhookDto(created), { secret: secret.text });
  }

  /** By ascending id; `next` is the next page's `after`, if any. */
  async getPage({ limit = DEFAULT_LIMIT, after = 0 }: ListWebhooksDto): Promise<Page<WebhookDto>> {
    const tasks = new Map((await this.tasks.findAll()).map((task) => [task.webhookId, task]));
    const found = await this.webhooks.findPage(after, limit + 1);
    return toPage(found, limit, (webhook) => withReplay(webhook, tasks.get(webhook.id)));
  }

  /** @throws {ApiError} 404 */
  async get(id: string): Promise<WebhookDto> {
    const webhook = required(await this.webhooks.findById(readWebhookId(id)));
    return withReplay(webhook, await this.tasks.findOf(webhook.id));
  }

  /** @throws {ApiError} 400, 403, 404, or 409 without a SECRET_KEY */
  async update(text: string, body: UpdateWebhookDto, caller: WebhookCaller, ifMatch?: IfMatch): Promise<WebhookDto> {
    const id = readWebhookId(text);
    if (body.url !== undefined) this.requireReachable(body.url);
    this.types.requireKnown(body.types);
    const found = required(await this.webhooks.findById(id));
    const given = await this.given(body, found);
    const last = given.active ? await this.events.findLastPosition() : 0;
    const isNewFilter = given.types !== undefined || given.pid !== undefined;
    const passed = found.active && isNewFilter ? await findPassed(this.events, found) : found.position;
    return this.transactions.run(async (transaction) => {
      const webhook = await this.webhooks.within(transaction).lock(id);
      const before = toWebhookDto(required(webhook));
      WEBHOOK_TAGS.require(ifMatch, [before]);
      // A new filter doesn't catch up on what the former one left out.
      const position = haveSameFilter(webhook!, found) ? Math.max(webhook!.position, passed) : webhook!.position;
      const changed = Object.assign({}, webhook, given, { position }, switched(webhook!, given, last));
      requireKeys(changed.keyForm, caller.seesKeys);
      if (Object.keys(given).length === 0) return before;
      const { id: _id, ...columns } = changed;
      await this.webhooks.within(transaction).update(id, columns);
      const states = { before: auditedWebhook(webhook!), after: auditedWebhook(changed) };
      // States don't include the values of headers.
      const evenIfEqual = given.headerNames === undefined ? undefined : 'told';
      await this.record(transaction, caller.actor, { action: 'update', targetId: id, ...states, evenIfEqual });
      return toWebhookDto(changed);
    });
  }

  /** Deletes its deliveries too. @returns it as it was @throws {ApiError} 404 */
  delete(text: string, actor: Actor, ifMatch?: IfMatch): Promise<WebhookDto> {
    const id = readWebhookId(text);
    return this.transactions.run(async (transaction) => {
      const webhook = required(await this.webhooks.within(transaction).lock(id));
      const before = toWebhookDto(webhook);
      WEBHOOK_TAGS.require(ifMatch, [before]);
      await this.webhooks.within(transaction).delete(id);
      await this.tasks.within(transaction).replace({ webhookId: id, kind: 'delete', position: 0, upTo: 0 });
      await this.record(transaction, actor, { action: 'delete', targetId: id, before: auditedWebhook(webhook) });
      return before;
    });
  }

  /** The previous secret also signs until the grace ends, if it can be decrypted. @throws {ApiError} 404, or 409 without a SECRET_KEY */
  async rotate(text: string, graceSeconds = DEFAULT_GRACE, actor: Actor): Promise<NewWebhookDto> {
    const id = readWebhookId(text);
    const { handle } = required(await this.webhooks.findById(id));
    const { secret, stored } = await this.vault.makeSecret(handle);
    return this.transactions.run(async (transaction) => {
      const webhook = required(await this.webhooks.within(transaction).lock(id));
      // What another SECRET_KEY encrypted can sign nothing, and would hold up all deliveries until the grace ends.
      const former =
        graceSeconds > 0 && this.vault.opensSecret(webhook)
          ? { formerSecret: webhook.secret, formerUntil: Date.now() + graceSeconds * 1000 }
          : { formerSecret: null, formerUntil: null };
      const changes = { ...stored, ...former };
      await this.webhooks.within(transaction).update(id, changes);
      const changed = Object.assign({}, webhook, changes);
      const states = { before: auditedWebhook(webhook), after: auditedWebhook(changed) };
      await this.record(transaction, actor, { action: 'rotate', targetId: id, ...states });
      return Object.assign(toWebhookDto(changed), { secret: secret.text });
    });
  }

  private async given(body: UpdateWebhookDto, { handle, headers }: Webhook): Promise<Partial<Webhook>> {
    const given: Partial<Webhook> = givenValues(WEBHOOK_FIELDS, 'update', body);
    if (body.types !== undefined) given.types = typesText(body.types);
    if (body.pid !== undefined) given.pid = body.pid;
    if (body.keys !== undefined) given.keyForm = body.keys;
    if (body.headers === undefined) return given;
    const present = this.vault.openHeaders({ handle, headers });
    const kept = keptHeaders(body.headers, present ?? {});
    if (JSON.stringify(kept) === JSON.stringify(present)) return given;
    return Object.assign(given, await this.vault.sealHeaders(handle, kept));
  }

  /** @throws {ApiError} 400 */
  private requireReachable(url: string): void {
    const problem = this.posts.problemOf(url);
    if (problem !== undefined) throw invalidField(`url ${problem}`);
  }

  private record(transaction: EntityManager, actor: Actor, change: Omit<Change, 'targetType'>): Promise<void> {
    return this.changes.within(transaction).append(actor, [{ targetType: 'webhook', ...change }]);
  }
}

const withReplay = (webhook: Webhook, task?: WebhookTask | null): WebhookDto =>
  Object.assign(toWebhookDto(webhook), { replay: task ? toReplayState(task) : undefined });

const haveSameFilter = (a: Webhook, b: Webhook): boolean => a.types === b.types && a.pid === b.pid;

/** Further changes when it is enabled or disabled. @param last the position of the last event */
function switched({ active, position, missedAfter }: Webhook, given: Partial<Webhook>, last: number): Partial<Webhook> {
  if (given.active === undefined || given.active === active) return {};
  if (!given.active) return { missedAfter: missedAfter ?? position };
  const isMissed = missedAfter !== null && missedAfter < last;
  return { disabledBecause: null, failingSince: null, position: last, missedAfter: isMissed ? missedAfter : null };
}

const typesText = (types: readonly string[] = []): string | null =>
  types.length === 0 ? null : types.toSorted().join(',');

/** Replaces hidden values by the current ones. @throws {ApiError} 400 if there is none */
function keptHeaders(sent: Headers, present: Headers): Headers {
  const kept = withKept(sent, present);
  const missing = kept.find(([, value]) => value === undefined);
  if (missing) throw invalidField(`The value of ${missing[0]} in headers is missing: there is none to keep.`);
  return Object.fromEntries(kept) as Headers;
}

/** @throws {ApiError} 403 */
function requireKeys(keys: Webhook['keyForm'], seesKeys: boolean): void {
  if (keys === 'full' && !seesKeys) throw beyondScope(FULL_KEYS);
}

export function required(webhook: Webhook | null): Webhook {
  if (!webhook) throw notFound(WEBHOOK_NOT_FOUND);
  return webhook;
}

/** @throws {ApiError} 404 for text that can't be an id */
export const readWebhookId = (text: string): number => requireRecordId(text, WEBHOOK_NOT_FOUND);
