import { setMaxListeners } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import { pause } from '../../../platform/concurrency/pause';
import { StatementRunner } from '../../../platform/database/statement-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { WebhooksRepository } from '../webhooks.repository';
import { AttemptResults, isSuccess } from './attempt-results';
import { type Addressee, type Attempted, DeliveryAttempt } from './delivery-attempt';
import { type Claimed, DeliveryClaims, type Place } from './delivery-claims';
import { DeliveriesRepository } from './deliveries.repository';
import { DeliveryMetrics } from './delivery-metrics';
import { type BodyOf, MessageBodies } from './message-bodies';
import { WallClock } from '../../../platform/jobs/wall-clock';

export const DELIVERIES_JOB = 'webhook-deliveries';
/** In milliseconds: between two polls if idle, and if busy; attempts that end in between are stored together. */
const [LOOK_MS, BUSY_LOOK_MS] = [500, 40];
/** Simultaneous attempts: per webhook, per failing webhook, and per instance. */
const [PLACES, PLACES_FAILING, PLACES_IN_ALL] = [20, 2, 400];
/** Time for attempts under way when the service stops, in milliseconds. */
const STOP_MS = 5000;

/** Sends due deliveries. Each webhook has its own places, so that one that hangs delays no other. */
@Injectable()
export class DeliverySender {
  private readonly logger = new Logger('WebhookDeliveries');
  /** Attempts by webhook. */
  private readonly underWay = new Map<number, Set<Promise<void>>>();
  /** Webhooks that may have more due deliveries than places. */
  private full: ReadonlySet<number> = new Set();
  private resting = new AbortController();
  private ended: Attempted[] = [];
  private isFirst = true;
  private ending = forAllAttempts();

  constructor(
    jobs: Jobs,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly claims: DeliveryClaims,
    private readonly attempt: DeliveryAttempt,
    private readonly bodies: MessageBodies,
    private readonly results: AttemptResults,
    private readonly metrics: DeliveryMetrics,
    private readonly statements: StatementRunner,
    private readonly clock: WallClock,
  ) {
    jobs.add({
      name: DELIVERIES_JOB,
      everyMs: LOOK_MS,
      longestMs: 3_600_000,
      // Each delivery is claimed by one instance.
      doneBy: 'each instance',
      failure: 'Webhooks could not be sent; this is tried again.',
      run: (signal) => this.run(signal),
    });
  }

  /** Until nothing is due and nothing under way. */
  async run(signal: AbortSignal): Promise<void> {
    // Alone on the database, no other instance can be sending them.
    if (this.isFirst && !this.statements.isShared) await this.deliveries.releaseAll(this.clock.now());
    this.isFirst = false;
    if (this.ended.length === 0 && !(await this.webhooks.isAnyActive())) return;
    try {
      while (!signal.aborted) {
        const isWork = await this.sendAndWrite();
        if (!isWork && this.count === 0 && this.ended.length === 0) return;
        await this.rest();
      }
    } finally {
      await this.finish();
    }
  }

  /** Simultaneously, as each waits for its turn on the database. @returns whether something was due */
  private async sendAndWrite(): Promise<boolean> {
    const [sent, written] = await Promise.allSettled([this.sendDue(), this.writeEnded()]);
    if (sent.status === 'rejected') throw sent.reason;
    if (written.status === 'rejected') throw written.reason;
    return sent.value;
  }

  private get all(): Promise<void>[] {
    return [...this.underWay.values()].flatMap((each) => [...each]);
  }

  private get count(): number {
    return this.all.length;
  }

  /** Ends early once half of the places of a webhook with more due deliveries are free: its receiver is fast. */
  private async rest(): Promise<void> {
    this.resting = new AbortController();
    const isFree = [...this.full].some((id) => this.isHalfFree(id));
    await pause(isFree ? 0 : BUSY_LOOK_MS, this.resting.signal);
  }

  private endRest(): void {
    this.full = new Set();
    this.resting.abort();
  }

  private isHalfFree(webhookId: number): boolean {
    return (this.underWay.get(webhookId)?.size ?? 0) <= PLACES / 2;
  }

  /** @returns whether something was due */
  private async sendDue(): Promise<boolean> {
    const addressees = new Map<number, Addressee>();
    const places: Place[] = [];
    let left = PLACES_IN_ALL - this.count;
    for (const webhook of await this.webhooks.findActive()) {
      const isFailing = webhook.failingSince !== null;
      const free = (isFailing ? PLACES_FAILING : PLACES) - (this.underWay.get(webhook.id)?.size ?? 0);
      const opened = free > 0 ? this.attempt.open(webhook) : undefined;
      // Failing webhooks don't count towards the total, or hanging ones could take all of it.
      const given = isFailing ? free : Math.min(free, left);
      if (!opened || given <= 0) continue;
      if (!isFailing) left -= given;
      addressees.set(webhook.id, { webhook, opened });
      places.push({ webhookId: webhook.id, free: given });
    }
    const claimed = places.length === 0 ? [] : await this.claims.take(places, this.clock.now());
    const bodyOf = await this.bodies.load(claimed);
    for (const delivery of claimed) this.send(delivery, addressees.get(delivery.webhookId)!, bodyOf);
    this.full = new Set([...this.underWay].filter(([, own]) => own.size >= PLACES).map(([id]) => id));
    return claimed.length > 0;
  }

  private send(delivery: Claimed, to: Addressee, bodyOf: BodyOf): void {
    const { webhook } = to;
    const own = this.underWay.get(webhook.id) ?? new Set();
    this.underWay.set(webhook.id, own);
    const { signal } = this.ending;
    const sending = this.attempt.make(delivery, bodyOf(delivery, webhook.keyForm), to, signal).then((attempted) => {
      own.delete(sending);
      if (own.size === 0) this.underWay.delete(webhook.id);
      if (this.full.has(webhook.id) && this.isHalfFree(webhook.id)) this.endRest();
      if (signal.aborted && !isSuccess(attempted.outcome)) return this.giveBack(delivery);
      this.metrics.count(attempted);
      this.ended.push(attempted);
      return undefined;
    });
    own.add(sending);
  }

  private async writeEnded(): Promise<void> {
    while (this.ended.length > 0) {
      const portion = this.ended.slice(0, PLACES_IN_ALL);
      await this.results.write(portion);
      // If that fails, the next run repeats it, or the claims end.
      this.ended.splice(0, portion.length);
    }
  }

  /** Aborted attempts are due again at once, for the next run or another instance. */
  private async finish(): Promise<void> {
    const late = setTimeout(() => this.ending.abort(), STOP_MS);
    await Promise.all(this.all);
    clearTimeout(late);
    this.ending = forAllAttempts();
    await this.writeEnded();
  }

  private async giveBack({ claim, id }: Claimed): Promise<void> {
    await this.deliveries
      .release(claim, [id], this.clock.now())
      .catch((error: unknown) => this.logger.debug(`A delivery was not released: ${String(error)}`));
  }
}

function forAllAttempts(): AbortController {
  const ending = new AbortController();
  // Each attempt under way listens, and Node warns of more than ten.
  setMaxListeners(0, ending.signal);
  return ending;
}
