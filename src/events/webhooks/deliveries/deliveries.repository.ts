import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, type EntityManager, In, LessThan, LessThanOrEqual, MoreThan, Not, IsNull, Repository } from 'typeorm';
import { insertRows, ROWS_A_STATEMENT } from '../../../platform/database/insert-rows';
import { lockingRead } from '../../../platform/database/locking-read';
import { retryConflicts } from '../../../platform/database/retry-conflicts';
import { Attempt } from './attempt.entity';
import { Delivery } from './delivery.entity';
import type { DeliveryState } from './delivery-states';

export type NewDelivery = Pick<Delivery, 'webhookId' | 'position' | 'messageId' | 'type' | 'createdAt'>;

type Answer = Pick<Attempt, 'at' | 'status' | 'answer'>;

export type DeliveryFilter =
  | { readonly webhookId: number; readonly state?: DeliveryState }
  | { readonly messageId?: string };

/** Owns the tables of deliveries and their attempts; `DeliveryClaims` takes those that are due. */
@Injectable()
export class DeliveriesRepository {
  constructor(
    @InjectRepository(Delivery) private readonly deliveries: Repository<Delivery>,
    @InjectRepository(Attempt) private readonly attempts: Repository<Attempt>,
  ) {}

  within(transaction: EntityManager): DeliveriesRepository {
    const [deliveries, attempts] = [
      transaction.withRepository(this.deliveries),
      transaction.withRepository(this.attempts),
    ] as const;
    return new DeliveriesRepository(deliveries, attempts);
  }

  /** Due at once. */
  async insert(deliveries: readonly NewDelivery[], claim: string | null = null, dueAt?: number): Promise<void> {
    const rows = deliveries.map((each) => ({
      ...each,
      state: 'pending',
      dueAt: dueAt ?? each.createdAt,
      tries: 0,
      claim,
      endedAt: null,
    }));
    await insertRows(this.deliveries.manager, 'webhook_deliveries', rows);
  }

  async insertAttempts(attempts: readonly Omit<Attempt, 'id'>[]): Promise<void> {
    await insertRows(
      this.attempts.manager,
      'webhook_attempts',
      attempts.map(({ deliveryId, at, milliseconds, status, note, answer }) => ({
        deliveryId,
        at,
        milliseconds,
        status,
        note,
        answer,
      })),
    );
  }

  findByMessage(webhookId: number, messageId: string): Promise<Delivery | null> {
    return this.deliveries.findOne({ where: { webhookId, messageId }, order: { id: 'DESC' } });
  }

  findOne(webhookId: number, id: number): Promise<Delivery | null> {
    return this.deliveries.findOneBy({ webhookId, id });
  }

  lock(webhookId: number, id: number): Promise<Delivery | null> {
    return this.deliveries.findOne({ where: { webhookId, id }, ...lockingRead(this.deliveries.manager) });
  }

  /** By ascending id, locked until the transaction ends. */
  lockAll(ids: readonly number[]): Promise<Pick<Delivery, 'id' | 'state' | 'claim'>[]> {
    const select = { id: true, state: true, claim: true };
    const where = { id: In([...ids]) };
    return this.deliveries.find({ select, where, order: { id: 'ASC' }, ...lockingRead(this.deliveries.manager) });
  }

  /** Newest first. @param filter with an index for it: a webhook's, also in one state, or those of one event */
  findPage(filter: DeliveryFilter, before: number, limit: number): Promise<Delivery[]> {
    const where = { ...filter, id: LessThan(before) };
    return this.deliveries.find({ where, order: { id: 'DESC' }, take: limit });
  }

  findAttempts(deliveryIds: readonly number[]): Promise<Attempt[]> {
    if (deliveryIds.length === 0) return Promise.resolve([]);
    return this.attempts.find({ where: { deliveryId: In([...deliveryIds]) }, order: { id: 'ASC' } });
  }

  /** Those of the webhooks that have at least `count` unfinished deliveries. */
  async findFull(webhookIds: readonly number[], count: number): Promise<ReadonlySet<number>> {
    if (webhookIds.length === 0) return new Set();
    // Each by itself, as MySQL would read all deliveries for a subquery.
    const last = `SELECT id FROM (SELECT webhookId AS id FROM webhook_deliveries
      WHERE webhookId = ? AND dueAt IS NOT NULL ORDER BY dueAt LIMIT 1 OFFSET ?) AS last`;
    const found = (await this.deliveries.manager.query(
      webhookIds.map(() => last).join(' UNION ALL '),
      webhookIds.flatMap((id) => [id, count - 1]),
    )) as { id: number }[];
    return new Set(found.map(({ id }) => id));
  }

  /** When the oldest unfinished one was made; undefined if there is none. */
  async findOldestUnended(webhookIds: readonly number[]): Promise<number | undefined> {
    const oldest = await Promise.all(
      webhookIds.map((webhookId) =>
        this.deliveries.findOne({
          select: { id: true, createdAt: true },
          where: { webhookId, state: 'pending' },
          order: { id: 'ASC' },
        }),
      ),
    );
    const times = oldest.flatMap((each) => each?.createdAt ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async findFailed(webhookId: number, after: number, upTo: number, limit: number): Promise<number[]> {
    const where = { webhookId, state: 'failed' as const, id: And(MoreThan(after), LessThanOrEqual(upTo)) };
    const found = await this.deliveries.find({ select: { id: true }, where, order: { id: 'ASC' }, take: limit });
    return found.map(({ id }) => id);
  }

  async findLastId(webhookId: number): Promise<number> {
    return (await this.deliveries.maximum('id', { webhookId })) ?? 0;
  }

  async end(ids: readonly number[], state: DeliveryState, endedAt: number): Promise<void> {
    await this.deliveries
      .createQueryBuilder()
      .update()
      .set({ state, endedAt, dueAt: null, claim: null, tries: () => 'tries + 1' })
      .where({ id: In([...ids]) })
      .execute();
  }

  async retryAt(id: number, dueAt: number, tries: number): Promise<void> {
    await this.deliveries.update({ id }, { dueAt, tries, claim: null });
  }

  /** Starts over, with all attempts. */
  async sendAgain(ids: readonly number[], dueAt: number): Promise<void> {
    const anew = { state: 'pending', dueAt, tries: 0, claim: null, endedAt: null } as const;
    await this.deliveries.update({ id: In([...ids]) }, anew);
  }

  /** Gives back what an instance claimed but did not send. */
  async release(claim: string, ids: readonly number[], dueAt: number): Promise<void> {
    await retryConflicts(() => this.deliveries.update({ id: In([...ids]), claim }, { dueAt, claim: null }));
  }

  /** For a service that is alone on its database: releases claims from before a crash. */
  async releaseAll(dueAt: number): Promise<void> {
    await this.deliveries.update({ claim: Not(IsNull()), state: 'pending' }, { dueAt, claim: null });
  }

  /** What receivers answered to these messages, by message, the oldest first. */
  async findAnswers(messageIds: readonly string[]): Promise<ReadonlyMap<string, Answer[]>> {
    const answers = new Map<string, Answer[]>();
    const found = await this.deliveries.find({
      select: { id: true, messageId: true },
      where: { messageId: In([...messageIds]) },
    });
    const messageOf = new Map(found.map(({ id, messageId }) => [id, messageId]));
    for (const ids of inPortions([...messageOf.keys()])) {
      const attempts = await this.attempts.find({
        where: { deliveryId: In(ids), answer: Not(IsNull()) },
        order: { id: 'ASC' },
      });
      for (const { deliveryId, at, status, answer } of attempts) {
        const messageId = messageOf.get(deliveryId)!;
        answers.set(messageId, [...(answers.get(messageId) ?? []), { at, status, answer }]);
      }
    }
    return answers;
  }

  /** What receivers answered to these messages: they may have repeated what they were sent. */
  async forgetAnswers(messageIds: readonly string[]): Promise<void> {
    for (const some of inPortions(messageIds)) {
      const found = await this.deliveries.find({ select: { id: true }, where: { messageId: In(some) } });
      for (const ids of inPortions(found.map(({ id }) => id)))
        await this.attempts.update({ deliveryId: In(ids), answer: Not(IsNull()) }, { answer: null });
    }
  }

  /** Deletes a webhook's deliveries. @returns how many were deleted, at most `most` */
  async deleteOf(webhookId: number, most: number): Promise<number> {
    const found = await this.deliveries.find({ select: { id: true }, where: { webhookId }, take: most });
    return this.deleteAll(found.map(({ id }) => id));
  }

  /** Deletes the oldest ones made before a time. @returns how many were deleted, at most `most` */
  async deleteOlder(before: number, most: number): Promise<number> {
    const oldest = await this.deliveries.find({
      select: { id: true, createdAt: true },
      order: { id: 'ASC' },
      take: most,
    });
    return this.deleteAll(oldest.filter(({ createdAt }) => createdAt < before).map(({ id }) => id));
  }

  private async deleteAll(ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0;
    await retryConflicts(() => this.attempts.delete({ deliveryId: In([...ids]) }));
    await retryConflicts(() => this.deliveries.delete({ id: In([...ids]) }));
    return ids.length;
  }
}

const inPortions = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / ROWS_A_STATEMENT) }, (_, index) =>
    all.slice(index * ROWS_A_STATEMENT, (index + 1) * ROWS_A_STATEMENT),
  );
