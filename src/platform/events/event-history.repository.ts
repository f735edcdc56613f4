import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, MoreThan, Repository } from 'typeorm';
import { type LookBack, lookBack } from '../database/look-back';
import { Readers } from '../database/reader';
import { retryConflicts } from '../database/retry-conflicts';
import { EventCopies } from './event-copies';
import { StoredEvent } from './event.entity';

/** The events of one target, or about one customer: read for an export, and rewritten to erase a person. */
@Injectable()
export class EventHistoryRepository {
  constructor(
    @InjectRepository(StoredEvent) private readonly events: Repository<StoredEvent>,
    private readonly readers: Readers,
    private readonly copies: EventCopies,
  ) {}

  within(transaction: EntityManager): EventHistoryRepository {
    return new EventHistoryRepository(transaction.withRepository(this.events), this.readers, this.copies);
  }

  /**
   * Those of up to `size` events before an id that are about a customer or contain a text. `last` is the last id;
   * undefined if there are no more.
   */
  async findWith(uid: string, text: string, portion: LookBack): Promise<{ events: StoredEvent[]; last?: number }> {
    const condition = { sql: 'uid = ? OR INSTR(data, ?) > 0', parameters: [uid, text] };
    const { ids, last } = await lookBack(this.readers.streams, 'events', condition, portion);
    const events = ids.length === 0 ? [] : await this.events.find({ where: { id: In(ids) } });
    return { events, last };
  }

  /** Up to `size` events of a target before an id, newest first, whether they are numbered or not. */
  findOf(targetType: string, targetId: number, before: number, size: number): Promise<StoredEvent[]> {
    const where = { targetType, targetId, id: LessThan(before) };
    return this.events.find({ where, order: { id: 'DESC' }, take: size });
  }

  /** 0 without events. */
  async findNewestId(targetType: string, targetId: number): Promise<number> {
    return (await this.events.maximum('id', { targetType, targetId })) ?? 0;
  }

  /**
   * Rewrites the data of up to `size` events of a target after an id, to erase a person, and deletes copies. @returns
   * the last id; undefined if there are no more
   */
  async rewrite(
    targetType: string,
    targetId: number,
    { after, size }: { after: number; size: number },
    change: (state: object) => object,
  ): Promise<number | undefined> {
    const where = { targetType, targetId, id: MoreThan(after) };
    const found = await this.events.find({ where, order: { id: 'ASC' }, take: size });
    for (const event of found) await retryConflicts(() => this.write(event, change));
    // For rewritten events too: an interrupted erasure is repeated.
    await retryConflicts(() => this.forgetCopies(found));
    return found.length === size ? found[size - 1].id : undefined;
  }

  /** Rewrites an event as `rewrite` does. */
  rewriteOne(event: StoredEvent, change: (state: object) => object): Promise<void> {
    return retryConflicts(async () => {
      await this.write(event, change);
      await this.forgetCopies([event]);
    });
  }

  /** As `rewrite`, for all after an id, in a transaction that has locked the target. */
  async rewriteAll(targetType: string, targetId: number, after: number, change: (state: object) => object) {
    const found = await this.events.find({ where: { targetType, targetId, id: MoreThan(after) } });
    for (const event of found) await this.write(event, change);
    await this.forgetCopies(found);
  }

  private forgetCopies(events: readonly StoredEvent[]): Promise<void> {
    const eventIds = events.map(({ eventId }) => eventId);
    return this.copies.forget(this.events.manager, eventIds);
  }

  private async write({ id, uid, data }: StoredEvent, change: (state: object) => object): Promise<void> {
    const now = {
      ...(change({ uid }) as Pick<StoredEvent, 'uid'>),
      data: data === null ? null : JSON.stringify(change(JSON.parse(data) as object)),
    };
    if (now.data !== data || now.uid !== uid) await this.events.update({ id }, now);
  }
}
