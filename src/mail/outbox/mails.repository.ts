import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, LessThan, Not, Repository } from 'typeorm';
import { insertions } from '../../platform/database/insert-rows';
import { lockingRead } from '../../platform/database/locking-read';
import { retryConflicts } from '../../platform/database/retry-conflicts';
import { StatementRunner } from '../../platform/database/statement-runner';
import { writeAll } from '../../platform/database/write-all';
import { Mail } from './mail.entity';
import type { MailKind, MailState } from './mail-kinds';

export type NewMailRow = Omit<Mail, 'id'>;

export interface MailFilter {
  readonly uid?: string;
  readonly orderId?: number;
  readonly state?: MailState;
  readonly kind?: MailKind;
}

/** Counted at most, of any state. */
const MOST_COUNTED = 10_000;

/** Owns the table of emails; `MailClaims` takes those that are due. */
@Injectable()
export class MailsRepository {
  constructor(
    @InjectRepository(Mail) private readonly mails: Repository<Mail>,
    private readonly statements: StatementRunner,
  ) {}

  within(transaction: EntityManager): MailsRepository {
    return new MailsRepository(transaction.withRepository(this.mails), this.statements);
  }

  /** Skips emails that are queued already: a duplicate's error would look like one of the caller's own rows. */
  insert(mails: readonly NewMailRow[]): Promise<void> {
    const unless = this.statements.isShared ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT (once) DO NOTHING';
    const rows = mails.map((mail) => ({ ...mail }));
    const writes = insertions('mails', rows).map(({ sql, parameters }) => ({ sql: `${sql} ${unless}`, parameters }));
    return writeAll(this.mails.manager, writes);
  }

  findById(id: number): Promise<Mail | null> {
    return this.mails.findOneBy({ id });
  }

  findByOnce(once: string): Promise<Mail | null> {
    return this.mails.findOneBy({ once });
  }

  /** Locks it until the transaction ends; null if there is none. */
  lock(id: number): Promise<Mail | null> {
    return this.mails.findOne({ where: { id }, ...lockingRead(this.mails.manager) });
  }

  /** Newest first. */
  findPage(filter: MailFilter, before: number, limit: number): Promise<Mail[]> {
    return this.mails.find({ where: { ...filter, id: LessThan(before) }, order: { id: 'DESC' }, take: limit });
  }

  async update(id: number, changes: Partial<NewMailRow>): Promise<void> {
    await this.mails.update({ id }, changes);
  }

  /** When the oldest pending email was queued, in milliseconds since the Unix epoch; undefined if there is none. */
  async findOldestPending(): Promise<number | undefined> {
    const where = { state: 'pending' as const };
    const [oldest] = await this.mails.find({
      select: { id: true, createdAt: true },
      where,
      order: { id: 'ASC' },
      take: 1,
    });
    return oldest?.createdAt;
  }

  /** Number of emails in a state, up to 10,000. */
  async count(state: MailState): Promise<number> {
    const found = await this.mails.find({ select: { id: true }, where: { state }, take: MOST_COUNTED });
    return found.length;
  }

  /** Updates a claimed email. @returns false if the claim has ended, or the email is gone */
  async rewrite(claim: string, id: number, changes: Pick<Mail, 'recipient' | 'data' | 'handle'>): Promise<boolean> {
    const { affected } = await retryConflicts(() => this.mails.update({ id, claim }, changes));
    return (affected ?? 0) > 0;
  }

  /** Gives back what an instance claimed but did not send. */
  async release(claim: string, id: number, dueAt: number): Promise<void> {
    await retryConflicts(() => this.mails.update({ id, claim }, { dueAt, claim: null }));
  }

  /** For a service that is alone on its database: releases claims from before a crash. */
  async releaseAll(dueAt: number): Promise<void> {
    await this.mails.update({ claim: Not(IsNull()), state: 'pending' }, { dueAt, claim: null });
  }

  /** Gives the emails of a customer another uid. */
  async move(uid: string, newUid: string): Promise<void> {
    await this.mails.update({ uid }, { uid: newUid });
  }

  /** Deletes the oldest ended emails queued before a time. @returns how many were deleted, at most `most` */
  async deleteOlder(before: number, most: number): Promise<number> {
    const order = { id: 'ASC' } as const;
    const select = { id: true, createdAt: true, state: true } as const;
    const oldest = await this.mails.find({ select, where: { state: Not('pending') }, order, take: most });
    const old = oldest.filter(({ createdAt }) => createdAt < before).map(({ id }) => id);
    await this.deleteAll(old);
    return old.length;
  }

  async deleteAll(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await retryConflicts(() => this.mails.delete({ id: In([...ids]) }));
  }
}
