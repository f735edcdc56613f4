import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, LessThanOrEqual, MoreThan, Not, Repository } from 'typeorm';
import { lockingFreeRows, lockingRead } from '../../platform/database/locking-read';
import { Readers } from '../../platform/database/reader';
import { Webhook } from './webhook.entity';

@Injectable()
export class WebhooksRepository {
  constructor(
    @InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): WebhooksRepository {
    return new WebhooksRepository(transaction.withRepository(this.webhooks), this.readers);
  }

  findPage(after: number, limit: number): Promise<Webhook[]> {
    return this.webhooks.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  findActive(): Promise<Webhook[]> {
    return this.webhooks.find({ where: { active: true }, order: { id: 'ASC' } });
  }

  /** Whether any is active. Cheap, like the next one: asked several times a second. */
  async isAnyActive(): Promise<boolean> {
    const sql = 'SELECT id FROM webhooks WHERE active = ? LIMIT 1';
    return (await this.readers.live.read({ sql, parameters: [1] })).length > 0;
  }

  /** Whether an active one is at an earlier position. */
  async isAnyBefore(position: number): Promise<boolean> {
    const sql = 'SELECT id FROM webhooks WHERE active = ? AND `position` < ? LIMIT 1';
    return (await this.readers.live.read({ sql, parameters: [1, position] })).length > 0;
  }

  /** Those that the service disabled. */
  countDisabled(): Promise<number> {
    return this.webhooks.countBy({ disabledBecause: Not(IsNull()) });
  }

  /** Active ones that have been failing since before a time. */
  findFailingSince(before: number): Promise<Webhook[]> {
    return this.webhooks.find({ where: { active: true, failingSince: LessThanOrEqual(before) } });
  }

  findById(id: number): Promise<Webhook | null> {
    return this.webhooks.findOneBy({ id });
  }

  /** By ascending id; deleted ones are missing. */
  findAll(ids: readonly number[]): Promise<Webhook[]> {
    return this.webhooks.find({ where: { id: In([...ids]) }, order: { id: 'ASC' } });
  }

  /** Locks the webhook until the transaction ends; null if there is none. */
  lock(id: number): Promise<Webhook | null> {
    return this.webhooks.findOne({ where: { id }, ...lockingRead(this.webhooks.manager) });
  }

  /** Locked until the transaction ends; those that another transaction holds, and deleted ones, are missing. */
  lockFree(ids: readonly number[]): Promise<Webhook[]> {
    const where = { id: In([...ids]) };
    return this.webhooks.find({ where, order: { id: 'ASC' }, ...lockingFreeRows(this.webhooks.manager) });
  }

  count(): Promise<number> {
    return this.webhooks.count();
  }

  async insert(webhook: Omit<Webhook, 'id'>): Promise<Webhook> {
    const { identifiers } = await this.webhooks.insert(webhook);
    return { ...webhook, id: identifiers[0].id as number };
  }

  async update(id: number, changes: Partial<Webhook>): Promise<void> {
    await this.webhooks.update({ id }, changes);
  }

  /** Says that they have got everything up to a position. */
  async move(ids: readonly number[], position: number): Promise<void> {
    await this.webhooks.update({ id: In([...ids]) }, { position });
  }

  async delete(id: number): Promise<void> {
    await this.webhooks.delete({ id });
  }
}
