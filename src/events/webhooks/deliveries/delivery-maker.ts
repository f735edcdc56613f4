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
/** After this many positions without a matching event, the cursor is stored anyway. */
const WORTH_NOTING = 1000;

/** A webhook, and the events that it gets next. */
interface Advance {
  readonly webhook: Webhook;
  readonly found: FoundEvents;
}

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
    const full = await this.deliveries.findFull(
      waiting.map(({ id }) => id),
      MOST_UNENDED,
    );
    const advances = await this.findAdvances(waiting.filter(({ id }) => !full.has(id)));
    for (const portion of inPortions(advances)) {
      if (signal.aborted) break;
      for (const { found } of await this.make(portion)) {
        made += found.events.length;
        isMore ||= found.upTo < found.last;
      }
    }
    return { made, isMore };
  }

  /** Of those for which something is to be stored. */
  private async findAdvances(webhooks: readonly Webhook[]): Promise<Advance[]> {
    const find = this.findOnce();
    const advances = await Promise.all(webhooks.map(async (webhook) => ({ webhook, found: await find(webhook) })));
    for (const { found } of advances) this.bodies.keep(found.events);
    return advances.filter(
      ({ webhook, found }) => found.events.length > 0 || found.upTo - webhook.position >= WORTH_NOTING,
    );
  }

  /** Most webhooks are at the same position and match the same events, which are read once. */
  private findOnce(): (webhook: Webhook) => Promise<FoundEvents> {
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
    return !(await this.deliveries.findFull([webhookId], MOST_UNENDED)).has(webhookId);
  }

  deliveriesOf(webhookId: number, events: readonly NumberedEvent[]): NewDelivery[] {
    const createdAt = this.clock.now();
    return events.map(({ position, eventId, type }) => ({ webhookId, position, messageId: eventId, type, createdAt }));
  }

  /** @returns those made: others have changed meanwhile, are held, or another instance was faster */
  private make(portion: readonly Advance[]): Promise<Advance[]> {
    return this.transactions.run(async (transaction) => {
      const webhooks = this.webhooks.within(transaction);
      const locked = await webhooks.lockFree(portion.map(({ webhook }) => webhook.id));
      const current = new Map(locked.map((webhook) => [webhook.id, webhook]));
      const made = portion.filter(({ webhook }) => isStill(current.get(webhook.id), webhook));
      const rows = made.flatMap(({ webhook, found }) => this.deliveriesOf(webhook.id, found.events));
      if (rows.length > 0) await this.deliveries.within(transaction).insert(rows);
      for (const [upTo, ids] of byPosition(made)) await webhooks.move(ids, upTo);
      return made;
    });
  }
}

function isStill(current: Webhook | undefined, { position, types, pid }: Webhook): boolean {
  return current?.active === true && current.position === position && current.types === types && current.pid === pid;
}

function byPosition(advances: readonly Advance[]): Map<number, number[]> {
  const ids = new Map<number, number[]>();
  for (const { webhook, found } of advances) ids.set(found.upTo, [...(ids.get(found.upTo) ?? []), webhook.id]);
  return ids;
}

/** With about as many deliveries as one webhook may get at a time, for one transaction each. */
function inPortions(advances: readonly Advance[]): Advance[][] {
  const portions: Advance[][] = [];
  let left = 0;
  for (const advance of advances) {
    const { length } = advance.found.events;
    if (portions.length === 0 || length > left) {
      portions.push([]);
      left = PORTION;
    }
    portions.at(-1)!.push(advance);
    left -= length;
  }
  return portions;
}
