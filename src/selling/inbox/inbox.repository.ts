import { gunzipSync, gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, type FindOptionsWhere, In, LessThan, LessThanOrEqual, Repository } from 'typeorm';
import { insertRows } from '../../platform/database/insert-rows';
import { lockingRead } from '../../platform/database/locking-read';
import { InboxBody } from './inbox-body.entity';
import { InboxMessage, type InboxState, PROBLEM_LENGTH } from './inbox-message.entity';

/** Capacity of a column of bytes. */
const PART_BYTES = 60_000;

/** States of messages that are still to be done. */
const UNFINISHED: readonly InboxState[] = ['new', 'waiting', 'failed'];

/** States that need a person. */
export const UNDONE: readonly InboxState[] = ['waiting', 'failed', 'refused'];

/** Refused messages kept per source: strangers can send any number. */
const REFUSED_KEPT = 20;

export type NewMessage = Omit<InboxMessage, 'id'>;

interface InboxFilter {
  readonly sourceId: number;
  readonly states?: readonly InboxState[];
  /** The last order they concerned. */
  readonly orderId?: number;
}

@Injectable()
export class InboxRepository {
  constructor(
    @InjectRepository(InboxMessage) private readonly messages: Repository<InboxMessage>,
    @InjectRepository(InboxBody) private readonly bodies: Repository<InboxBody>,
  ) {}

  within(transaction: EntityManager): InboxRepository {
    return new InboxRepository(transaction.withRepository(this.messages), transaction.withRepository(this.bodies));
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if the source has a message with the id */
  async insert(message: NewMessage, body: Buffer): Promise<void> {
    const { identifiers } = await this.messages.insert(fitting(message));
    const messageId = Number(identifiers[0].id);
    const packed = gzipSync(body);
    for (let part = 0; part * PART_BYTES < packed.length; part++) {
      const content = packed.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
      await insertRows(this.messages.manager, 'inbox_bodies', [{ messageId, part, content }]);
    }
  }

  has(sourceId: number, messageId: string): Promise<boolean> {
    return this.messages.existsBy({ sourceId, messageId });
  }

  findById(id: number): Promise<InboxMessage | null> {
    return this.messages.findOneBy({ id });
  }

  /** Undefined once it is deleted. */
  async findBody(messageId: number): Promise<Buffer | undefined> {
    const parts = await this.bodies.find({ where: { messageId }, order: { part: 'ASC' } });
    return parts.length === 0 ? undefined : gunzipSync(Buffer.concat(parts.map(({ content }) => content)));
  }

  /** Locks the message until the transaction ends; null if it is gone. */
  lock(id: number): Promise<InboxMessage | null> {
    return this.messages.findOne({ where: { id }, ...lockingRead(this.messages.manager) });
  }

  /** Those that are due, oldest first. @param now in milliseconds since the Unix epoch */
  findDue(now: number, limit: number): Promise<InboxMessage[]> {
    return this.messages.find({ where: { dueAt: LessThanOrEqual(now) }, order: { id: 'ASC' }, take: limit });
  }

  /** Newest first. @param before only smaller ids */
  findPage({ sourceId, states, orderId }: InboxFilter, before: number, limit: number): Promise<InboxMessage[]> {
    const where: FindOptionsWhere<InboxMessage> = { sourceId, id: LessThan(before) };
    if (orderId !== undefined) where.orderId = orderId;
    if (states) where.state = In([...states]);
    return this.messages.find({ where, order: { id: 'DESC' }, take: limit });
  }

  async update(id: number, changes: Partial<InboxMessage>): Promise<void> {
    await this.messages.update({ id }, fitting(changes));
  }

  /** Makes waiting, failed and refused messages due again. @param now in milliseconds since the Unix epoch */
  async wakeUndone(sourceId: number, now: number): Promise<void> {
    await this.messages.update({ sourceId, state: In([...UNDONE]) }, { state: 'new', dueAt: now, tries: 0 });
  }

  countOf(sourceId: number, state: InboxState): Promise<number> {
    return this.messages.countBy({ sourceId, state });
  }

  /** When the oldest unfinished message arrived, in milliseconds since the Unix epoch; undefined if there is none. */
  async findOldestUnfinished(): Promise<number | undefined> {
    const where = { state: In([...UNFINISHED]) };
    const [oldest] = await this.messages.find({ where, order: { id: 'ASC' }, take: 1 });
    return oldest?.receivedAt;
  }

  /** Whether at least `count` messages that came at a source's path aren't finished. */
  async hasUnfinished(sourceId: number, count: number): Promise<boolean> {
    const where = { sourceId, state: In([...UNFINISHED]), sentBy: 'webhook' as const };
    const last = await this.messages.find({ select: { id: true }, where, skip: count - 1, take: 1 });
    return last.length > 0;
  }

  /** Deletes a source's refused messages but the newest. */
  async deleteRefused(sourceId: number): Promise<void> {
    const where = { sourceId, state: 'refused' as const };
    const old = await this.messages.find({
      where,
      order: { id: 'DESC' },
      skip: REFUSED_KEPT,
      take: 100,
      select: { id: true },
    });
    await this.delete(old.map(({ id }) => id));
  }

  /** Deletes all messages of a source. */
  async deleteOf(sourceId: number): Promise<void> {
    const all = await this.messages.find({ where: { sourceId }, select: { id: true } });
    await this.delete(all.map(({ id }) => id));
  }

  /** Deletes the bodies of finished messages, which contain personal data of buyers. @returns how many */
  async deleteBodies(receivedBefore: number, limit: number): Promise<number> {
    const rows = (await this.messages.manager.query(
      `SELECT DISTINCT inbox_messages.id FROM inbox_bodies JOIN inbox_messages ON inbox_messages.id = inbox_bodies.messageId
       WHERE inbox_messages.receivedAt < ? AND inbox_messages.state IN ('done', 'nothing') LIMIT ${limit}`,
      [receivedBefore],
    )) as { id: number | string }[];
    if (rows.length > 0) await this.bodies.delete({ messageId: In(rows.map(({ id }) => Number(id))) });
    return rows.length;
  }

  /** Deletes the bodies of all messages about an order. */
  async deleteBodiesOf(orderId: number): Promise<void> {
    const found = await this.messages.find({ where: { orderId }, select: { id: true } });
    if (found.length > 0) await this.bodies.delete({ messageId: In(found.map(({ id }) => id)) });
  }

  private async delete(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.bodies.delete({ messageId: In([...ids]) });
    await this.messages.delete({ id: In([...ids]) });
  }
}

/** Cuts the problem to the length of its column. */
const fitting = <Columns extends Partial<NewMessage>>(columns: Columns): Columns =>
  columns.problem == null ? columns : { ...columns, problem: columns.problem.slice(0, PROBLEM_LENGTH) };
