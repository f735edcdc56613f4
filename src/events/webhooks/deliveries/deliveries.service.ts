import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../../platform/concurrency/semaphore';
import { randomHandle } from '../../../platform/database/random-handle';
import { databaseFault } from '../../../platform/database/database-errors';
import { Transactions } from '../../../platform/database/transactions';
import type { Problem } from '../../../platform/errors/error-codes';
import { conflict, gone, invalidField, notFound } from '../../../platform/errors/errors';
import { notKept } from '../../../platform/events/event-types';
import { EventsRepository } from '../../../platform/events/events.repository';
import { type Page, toPage } from '../../../platform/http/answers/paging';
import { Jobs } from '../../../platform/jobs/jobs';
import { requireRecordId } from '../../../platform/validation/record-id';
import type { Webhook } from '../webhook.entity';
import { readWebhookId, required } from '../webhooks.service';
import { WebhooksRepository } from '../webhooks.repository';
import { AttemptResults } from './attempt-results';
import type { Attempt } from './attempt.entity';
import { DeliveryAttempt } from './delivery-attempt';
import { LEASE_MS } from './delivery-claims';
import type { Delivery } from './delivery.entity';
import { DeliveriesRepository, type DeliveryFilter } from './deliveries.repository';
import { DELIVERIES_JOB } from './delivery-sender';
import type { AttemptDto, DeliveryDto } from './dto/delivery.dto';
import type { FindDeliveriesDto, ListDeliveriesDto } from './dto/list-deliveries.dto';
import type { ReplayDto, ReplayStateDto } from './dto/replay.dto';
import { TEST_TYPE, testBody } from './message-bodies';
import { WallClock } from '../../../platform/jobs/wall-clock';
import { WebhookTasksRepository } from './webhook-tasks.repository';

export const DELIVERY_NOT_FOUND: Problem<'delivery.notFound'> = {
  code: 'delivery.notFound',
  message: 'This webhook has no delivery with this id.',
};
export const DELIVERY_UNDER_WAY: Problem<'delivery.underWay'> = {
  code: 'delivery.underWay',
  message: 'The delivery is being sent right now; look again in a moment.',
};
export const WEBHOOK_BUSY: Problem<'webhook.busy'> = {
  code: 'webhook.busy',
  message: 'Events are being sent to this webhook again already; wait until that is done.',
};
export const WEBHOOK_OFF: Problem<'webhook.off'> = {
  code: 'webhook.off',
  message: 'The webhook is switched off, so the delivery would only wait: switch it on first, with "active": true.',
};
export const UNREADABLE_SECRETS: Problem<'secretKey.unusable'> = {
  code: 'secretKey.unusable',
  message:
    'The secret or the headers of this webhook were encrypted with another SECRET_KEY: set that one, or rotate the secret and set the headers anew.',
};
export const ONE_OF = 'Say what to send again with exactly one of after, since and failed.';

export const beyondCursor = (after: number, position: number): string =>
  `after is ${after}, but the webhook has come to ${position} so far; what follows is sent anyway.`;

type PageOfDeliveries = Pick<ListDeliveriesDto, 'limit' | 'before'>;

const DEFAULT_LIMIT = 100;
/** Simultaneous tests: each may take 20 seconds. */
const TESTS = new Semaphore(10, { maxWaiting: 0 });

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly tasks: WebhookTasksRepository,
    private readonly events: EventsRepository,
    private readonly attempt: DeliveryAttempt,
    private readonly results: AttemptResults,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly clock: WallClock,
  ) {}

  /** Newest first; `next` is the next page's `before`, if any. @throws {ApiError} 404 */
  async getPage(webhookId: string, query: ListDeliveriesDto): Promise<Page<DeliveryDto>> {
    const { state, ...page } = query;
    const { id } = required(await this.webhooks.findById(readWebhookId(webhookId)));
    return this.readPage({ webhookId: id, ...(state && { state }) }, page);
  }

  /** As `getPage`, of all webhooks. */
  findPage({ event, ...page }: FindDeliveriesDto): Promise<Page<DeliveryDto>> {
    return this.readPage(event === undefined ? {} : { messageId: event }, page);
  }

  private async readPage(filter: DeliveryFilter, page: PageOfDeliveries): Promise<Page<DeliveryDto>> {
    const { limit = DEFAULT_LIMIT, before = Number.MAX_SAFE_INTEGER } = page;
    const found = await this.deliveries.findPage(filter, before, limit + 1);
    const attempts = await this.deliveries.findAttempts(found.map((each) => each.id));
    const byDelivery = new Map<number, Attempt[]>(found.map((each) => [each.id, []]));
    for (const each of attempts) byDelivery.get(each.deliveryId)?.push(each);
    return toPage(found, limit, (delivery) => toDeliveryDto(delivery, byDelivery.get(delivery.id)));
  }

  /** Sends one test at once, even if the webhook is disabled. @throws {ApiError} 404, 409, or 503 if too many tests run */
  test(webhookId: string): Promise<DeliveryDto> {
    return TESTS.hold(async () => {
      const webhook = required(await this.webhooks.findById(readWebhookId(webhookId)));
      const opened = this.attempt.open(webhook);
      if (!opened) throw conflict(UNREADABLE_SECRETS);
      const [messageId, claim, createdAt] = [
        `test_${randomBytes(15).toString('base64url')}`,
        randomHandle(),
        this.clock.now(),
      ];
      const fresh = { webhookId: webhook.id, position: null, messageId, type: TEST_TYPE, createdAt };
      await this.deliveries.insert([fresh], claim, createdAt + LEASE_MS);
      const { id } = (await this.deliveries.findByMessage(webhook.id, messageId))!;
      const delivery = { ...fresh, id, claim, tries: 0 };
      const body = testBody(messageId, createdAt);
      await this.results.write([await this.attempt.make(delivery, body, { webhook, opened })]);
      return this.get(webhook.id, id);
    });
  }

  /** Starts a delivery over, with all attempts. @throws {ApiError} 404, or 409 while it is being sent or the webhook is disabled */
  async retry(webhookId: string, deliveryId: string): Promise<DeliveryDto> {
    const [webhook, id] = [readWebhookId(webhookId), readDeliveryId(deliveryId)];
    const { active } = required(await this.webhooks.findById(webhook));
    await this.transactions.run(async (transaction) => {
      const deliveries = this.deliveries.within(transaction);
      const delivery = await deliveries.lock(webhook, id);
      if (!delivery) throw notFound(DELIVERY_NOT_FOUND);
      if (!active) throw conflict(WEBHOOK_OFF);
      if (delivery.claim !== null) throw conflict(DELIVERY_UNDER_WAY);
      await deliveries.sendAgain([id], this.clock.now());
    });
    this.jobs.wake(DELIVERIES_JOB);
    return this.get(webhook, id);
  }

  /** Starts sending events again, in the background. @throws {ApiError} 400, 404, 409 if one is running, 410 */
  async replay(webhookId: string, body: ReplayDto): Promise<ReplayStateDto> {
    const id = readWebhookId(webhookId);
    if ([body.after, body.since, body.failed].filter((each) => each !== undefined).length !== 1)
      throw invalidField(ONE_OF);
    const { position } = required(await this.webhooks.findById(id));
    try {
      if (body.failed) return await this.begin(id, 'retry', 0, await this.deliveries.findLastId(id));
      return await this.begin(id, 'replay', await this.startOf(body, position));
    } catch (error) {
      if (databaseFault(error) === 'duplicate') throw conflict(WEBHOOK_BUSY);
      throw error;
    }
  }

  /** @param upTo the webhook's position by default, read under its lock, as it may be enabled meanwhile */
  private async begin(
    webhookId: number,
    kind: ReplayStateDto['kind'],
    after: number,
    upTo?: number,
  ): Promise<ReplayStateDto> {
    const begun = await this.transactions.run(async (transaction) => {
      const webhook = required(await this.webhooks.within(transaction).lock(webhookId));
      const end = upTo ?? webhook.position;
      if (after < end) await this.tasks.within(transaction).insert({ webhookId, kind, position: after, upTo: end });
      if (kind === 'replay') await this.webhooks.within(transaction).update(webhookId, missedBeside(webhook, after));
      return { kind, after, upTo: end };
    });
    this.jobs.wake('webhook-tasks');
    return begun;
  }

  private async startOf({ after, since = 0 }: ReplayDto, position: number): Promise<number> {
    const kept = ((await this.events.findFirstPosition()) ?? position + 1) - 1;
    if (after === undefined) return Math.min(position, Math.max(kept, await this.events.findPositionBefore(since)));
    if (after > position) throw invalidField(beyondCursor(after, position));
    if (after < kept) throw gone(notKept(kept));
    return after;
  }

  private async get(webhookId: number, id: number): Promise<DeliveryDto> {
    const delivery = await this.deliveries.findOne(webhookId, id);
    if (!delivery) throw notFound(DELIVERY_NOT_FOUND);
    return toDeliveryDto(delivery, await this.deliveries.findAttempts([id]));
  }
}

/** What a webhook still misses after a replay, which covers events up to the webhook's position. */
function missedBeside({ active, position, missedAfter }: Webhook, after: number): Pick<Webhook, 'missedAfter'> {
  if (missedAfter === null || after > missedAfter) return { missedAfter };
  // While it is disabled, it misses later events.
  return { missedAfter: active ? null : position };
}

function toDeliveryDto(delivery: Delivery, attempts: readonly Attempt[] = []): DeliveryDto {
  return {
    id: delivery.id,
    webhook: delivery.webhookId,
    event: delivery.messageId,
    position: delivery.position ?? undefined,
    type: delivery.type,
    createdAt: delivery.createdAt,
    state: delivery.state,
    dueAt: delivery.dueAt ?? undefined,
    endedAt: delivery.endedAt ?? undefined,
    attempts: attempts.map(toAttemptDto),
  };
}

const toAttemptDto = ({ at, milliseconds, status, note, answer }: Attempt): AttemptDto => ({
  at,
  milliseconds,
  status: status ?? undefined,
  note: note ?? undefined,
  answer: answer ?? undefined,
});

/** @throws {ApiError} 404 for text that can't be an id */
const readDeliveryId = (text: string): number => requireRecordId(text, DELIVERY_NOT_FOUND);
