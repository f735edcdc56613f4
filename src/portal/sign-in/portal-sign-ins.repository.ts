import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, LessThan, MoreThan, Repository } from 'typeorm';
import { deleteExpired } from '../../platform/database/delete-expired';
import { lockingRead } from '../../platform/database/locking-read';
import { PortalSignIn } from './portal-sign-in.entity';

/** Attempts to enter a code. */
const MOST_TRIES = 5;
const DELETED_AT_ONCE = 500;

export const NOT_PREPARED = { linkHash: null, codeHash: null, preparedAt: null, usedAt: null, tries: 0 };

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

  /** The latest pending sign-in that this browser requested. */
  findOfBrowser(browserHash: string, now: number): Promise<PortalSignIn | null> {
    const where = { browserHash, usedAt: IsNull(), expiresAt: MoreThan(now) };
    return this.signIns.findOne({ where, order: { id: 'DESC' } });
  }

  /** A pending sign-in, by the token in its link. */
  findByLink(linkHash: string, now: number): Promise<PortalSignIn | null> {
    return this.signIns.findOneBy({ linkHash, usedAt: IsNull(), expiresAt: MoreThan(now) });
  }

  /** Ids whose address hasn't been looked up, oldest first. */
  async findWaiting(now: number, limit: number): Promise<number[]> {
    const where = { preparedAt: IsNull(), expiresAt: MoreThan(now) };
    const found = await this.signIns.find({ select: { id: true }, where, order: { id: 'ASC' }, take: limit });
    return found.map(({ id }) => id);
  }

  /** Locks one until the transaction ends; null if another instance has prepared it. */
  lockWaiting(id: number): Promise<PortalSignIn | null> {
    return this.signIns.findOne({ where: { id, preparedAt: IsNull() }, ...lockingRead(this.signIns.manager) });
  }

  async prepare(id: number, prepared: Pick<PortalSignIn, 'linkHash' | 'codeHash' | 'preparedAt'>): Promise<void> {
    await this.signIns.update({ id }, prepared);
  }

  /** Counts an attempt to enter the code. @returns false once none is left */
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

  /** Deletes some that have ended. */
  async deleteOld(now: number): Promise<void> {
    await deleteExpired(this.signIns, now, DELETED_AT_ONCE);
  }
}
