import { Injectable } from '@nestjs/common';
import { ROWS_A_STATEMENT } from '../../../platform/database/insert-rows';
import { Transactions } from '../../../platform/database/transactions';
import type { NumberedEvent } from '../../../platform/events/event-row';
import { type EventFilter, EventsRepository, type FoundEvents } from '../../../platform/events/events.repository';
import { typesOf } from '../to-webhook-dto';
import type { Webhook } from '../webhook.entity';
import { WebhooksRepository } from '../webhooks.repository';
import { DeliveriesRepository, type NewDelivery } from './deliveries.repository';
import { MessageBodies } from './message-bodies';
import { WallClock } from '../../../platform/jobs/wall-clock';

/** Events at a time. */
export const PORTION = 4 * ROWS_A_STATEMENT;
/** Most unfinished deliveries per webhook. Further events wait in the feed, so a webhook that fails for days fills no table. */
const MOST_UNENDED = 5000;
/** Webhooks processed at once: on the embedded database their transactions share a commit. */
const AT_ONCE = 4;
/** After this many positions without a matching event, the cursor is stored anyway. */
const WORTH_NOTING = 1000;

type FindEvents = (webhook: Webhook) => Promise<FoundEvents>;

export const filterOf = (webhook: Webhook): EventFilter => {
  const types = typesOf(webhook);
  return { types: types.length === 0 ? undefined : types, pid: webhook.pid ?? undefined };
};

/** How far a webhook has come: its cursor is not moved for each event that it doesn't get. */
export async function findPassed(events: EventsRepository, webhook: Webhook): Promise<number> {
  const { events: waiting, upTo } = await events.findAfter(webhook.position, 1, filterOf(webhook));
  return waiting.length === 0 ? upTo : waiting[0].position - 1;
}

/** Makes deliveries from the feed, in the transaction that moves the webhook's cursor, so that none is lost or duplicated. */
@Injectable()
export class DeliveryMaker {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly events: EventsRepository,
    private readonly bodies: MessageBodies,
    private readonly transactions: Transactions,
    private readonly clock: WallClock,
  ) {}

  /** Makes some deliveries for each webhook. @returns how many were made, and whether more events wait */
  async advance(signal: AbortSignal): Promise<{ made: number; isMore: boolean }> {
    let [made, isMore] = [0, false];
    const lastGiven = await this.events.findLastPosition();
    if (!(await this.webhooks.isAnyBefore(lastGiven))) return { made, isMore };
    const webhooks = await this.webhooks.findActive();
    const waiting = webhooks.filter(({ position }) => position < lastGiven);
    const find = this.findOnce();
    for (let first = 0; first < waiting.length && !signal.aborted; first += AT_ONCE) {
      const portion = waiting.slice(first, first + AT_ONCE);
      for (const done of await Promise.all(portion.map((webhook) => this.advanceOne(webhook, find)))) {
        made += done.made;
        isMore ||= done.isMore;
      }
    }
    return { made, isMore };
  }

  private async advanceOne(webhook: Webhook, find: FindEvents): Promise<{ made: number; isMore: boolean }> {
    const { events, upTo, last } = await find(webhook);
    const isNothing = events.length === 0 && upTo - webhook.position < WORTH_NOTING;
    this.bodies.keep(events);
    if (isNothing || !(await this.hasRoom(webhook.id)) || !(await this.make(webhook, events, upTo)))
      return { made: 0, isMore: false };
    return { made: events.length, isMore: upTo < last };
  }

  /** Most webhooks are at the same position and match the same events, which are read once. */
  private findOnce(): FindEvents {
    const found = new Map<string, Promise<FoundEvents>>();
    return (webhook) => {
      const filter = filterOf(webhook);
      const name = JSON.stringify([webhook.position, filter]);
      const events = found.get(name) ?? this.events.findAfter(webhook.position, PORTION, filter);
      found.set(name, events);
      return events;
    };
  }

  async hasRoom(webhookId: number): Promise<boolean> {
    return !(await this.deliveries.hasUnended(webhookId, MOST_UNENDED));
  }

  deliveriesOf(webhookId: number, events: readonly NumberedEvent[]): NewDelivery[] {
    const createdAt = this.clock.now();
    return events.map(({ position, eventId, type }) => ({ webhookId, position, messageId: eventId, type, createdAt }));
  }

  /** @returns false if the webhook changed meanwhile, or another instance was faster */
  private make(seen: Webhook, events: readonly NumberedEvent[], upTo: number): Promise<boolean> {
    return this.transactions.run(async (transaction) => {
      const webhooks = this.webhooks.within(transaction);
      const webhook = await webhooks.lock(seen.id);
      const isSame = webhook?.position === seen.position && webhook.types === seen.types && webhook.pid === seen.pid;
      if (!isSame || !webhook.active) return false;
      await this.deliveries.within(transaction).insert(this.deliveriesOf(seen.id, events));
      await webhooks.update(seen.id, { position: upTo });
      return true;
    });
  }
}
