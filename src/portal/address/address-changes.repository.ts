import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, LessThan, MoreThan, Repository } from 'typeorm';
import { deleteExpired } from '../../platform/database/delete-expired';
import { lockingRead } from '../../platform/database/locking-read';
import { PortalAddressChange } from './portal-address-change.entity';

const MOST_TRIES = 10;
const DELETED_AT_ONCE = 500;

@Injectable()
export class AddressChangesRepository {
  constructor(@InjectRepository(PortalAddressChange) private readonly changes: Repository<PortalAddressChange>) {}

  within(transaction: EntityManager): AddressChangesRepository {
    return new AddressChangesRepository(transaction.withRepository(this.changes));
  }

  /** Replaces other changes from the same address. */
  async insert(change: Omit<PortalAddressChange, 'id'>): Promise<void> {
    await this.changes.delete({ fromEmail: change.fromEmail, doneAt: IsNull() });
    await this.changes.insert(change);
  }

  /** Deletes some finished changes. @returns whether there may be more */
  async deleteOld(now: number): Promise<boolean> {
    return (await deleteExpired(this.changes, now, DELETED_AT_ONCE)) === DELETED_AT_ONCE;
  }

  /** The pending change from an address. */
  findOf(fromEmail: string, now: number): Promise<PortalAddressChange | null> {
    const where = { fromEmail, doneAt: IsNull(), expiresAt: MoreThan(now) };
    return this.changes.findOne({ where, order: { id: 'DESC' } });
  }

  /** A pending change, by the token in either email. */
  findByToken(hash: string, now: number): Promise<PortalAddressChange | null> {
    const open = { doneAt: IsNull(), expiresAt: MoreThan(now) };
    return this.changes.findOneBy([
      { fromHash: hash, ...open },
      { toHash: hash, ...open },
    ]);
  }

  /** A pending change, locked until the transaction ends. */
  lock(id: number, now: number): Promise<PortalAddressChange | null> {
    const where = { id, doneAt: IsNull(), expiresAt: MoreThan(now) };
    return this.changes.findOne({ where, ...lockingRead(this.changes.manager) });
  }

  /** Counts an attempt to enter a code. @returns false once none is left */
  async countTry(id: number): Promise<boolean> {
    const { affected } = await this.changes
      .createQueryBuilder()
      .update()
      .set({ tries: () => 'tries + 1' })
      .where({ id, tries: LessThan(MOST_TRIES) })
      .execute();
    return (affected ?? 0) > 0;
  }

  async update(id: number, values: Partial<PortalAddressChange>): Promise<void> {
    await this.changes.update({ id }, values);
  }
}
