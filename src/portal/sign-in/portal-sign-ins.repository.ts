import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, LessThan, MoreThan, Repository } from 'typeorm';
import { deleteExpired } from '../../platform/database/delete-expired';
import { lockingRead } from '../../platform/database/locking-read';
import { PortalSignIn } from './portal-sign-in.entity';

/** Tries of a code. */
const MOST_TRIES = 5;
const DELETED_AT_ONCE = 500;

/** What a new row has besides who it is for. */
export const NOT_PREPARED = { linkHash: null, codeHash: null, preparedAt: null, usedAt: null, tries: 0 };

/** Owns the table of ways into the portal. */
@Injectable()
export class PortalSignInsRepository {
  constructor(@InjectRepository(PortalSignIn) private readonly signIns: Repository<PortalSignIn>) {}

  within(transaction: EntityManager): PortalSignInsRepository {
    return new PortalSignInsRepository(transaction.withRepository(this.signIns));
  }

  /** @returns its id */
  async insert(signIn: Omit<PortalSignIn, 'id'>): Promise<number> {
    const { identifiers } = await this.signIns.insert(signIn);
    return identifiers[0].id as number;
  }

  /** The latest one that this browser asked for and that is still open. */
  findOfBrowser(browserHash: string, now: number): Promise<PortalSignIn | null> {
    const where = { browserHash, usedAt: IsNull(), expiresAt: MoreThan(now) };
    return this.signIns.findOne({ where, order: { id: 'DESC' } });
  }

  /** An open one by the token of its link. */
  findByLink(linkHash: string, now: number): Promise<PortalSignIn | null> {
    return this.signIns.findOneBy({ linkHash, usedAt: IsNull(), expiresAt: MoreThan(now) });
  }

  /** Ids of those whose address nobody has looked up yet, oldest first. */
  async findWaiting(now: number, limit: number): Promise<number[]> {
    const where = { preparedAt: IsNull(), expiresAt: MoreThan(now) };
    const found = await this.signIns.find({ select: { id: true }, where, order: { id: 'ASC' }, take: limit });
    return found.map(({ id }) => id);
  }

  /** Locks one that waits until the transaction ends; null if somebody else has done it. */
  lockWaiting(id: number): Promise<PortalSignIn | null> {
    return this.signIns.findOne({ where: { id, preparedAt: IsNull() }, ...lockingRead(this.signIns.manager) });
  }

  async prepare(id: number, prepared: Pick<PortalSignIn, 'linkHash' | 'codeHash' | 'preparedAt'>): Promise<void> {
    await this.signIns.update({ id }, prepared);
  }

  /** Counts a try of the code. @returns false after the last one */
  async countTry(id: number): Promise<boolean> {
    const where = { id, tries: LessThan(MOST_TRIES) };
    const { affected } = await this.signIns
      .createQueryBuilder()
      .update()
      .set({ tries: () => 'tries + 1' })
      .where(where)
      .execute();
    return (affected ?? 0) > 0;
  }

  /** @returns false if it was used already */
  async use(id: number, now: number): Promise<boolean> {
    return ((await this.signIns.update({ id, usedAt: IsNull() }, { usedAt: now })).affected ?? 0) > 0;
  }

  /** Some of those that are over. */
  async deleteOld(now: number): Promise<void> {
    await deleteExpired(this.signIns, now, DELETED_AT_ONCE);
  }
}
