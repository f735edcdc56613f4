import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, LessThan, Repository } from 'typeorm';
import { deleteExpired } from '../../platform/database/delete-expired';
import { PortalSession } from './portal-session.entity';

const DELETED_AT_ONCE = 500;

@Injectable()
export class PortalSessionsRepository {
  constructor(@InjectRepository(PortalSession) private readonly sessions: Repository<PortalSession>) {}

  within(transaction: EntityManager): PortalSessionsRepository {
    return new PortalSessionsRepository(transaction.withRepository(this.sessions));
  }

  findByHash(hash: string): Promise<PortalSession | null> {
    return this.sessions.findOneBy({ hash });
  }

  async insert(session: Omit<PortalSession, 'id'>): Promise<void> {
    await this.sessions.insert(session);
  }

  /** Deletes some ended sessions. @returns whether there may be more */
  async deleteOld(now: number): Promise<boolean> {
    return (await deleteExpired(this.sessions, now, DELETED_AT_ONCE)) === DELETED_AT_ONCE;
  }

  async noteUse(id: number, now: number): Promise<void> {
    await this.sessions.update({ id, lastUsedAt: LessThan(now) }, { lastUsedAt: now });
  }

  async end(hash: string, now: number): Promise<void> {
    await this.sessions.update({ hash, endedAt: IsNull() }, { endedAt: now });
  }

  /** Also ends those by a shop's link to these customers. */
  async endAllOf(email: string, customerIds: readonly number[], now: number): Promise<void> {
    await this.sessions.update({ email, endedAt: IsNull() }, { endedAt: now });
    // By id, so that only these rows are locked: few sessions exist at a time, and customers have no index.
    const byLink = await this.sessions.find({
      select: { id: true },
      where: { customerId: In(customerIds), endedAt: IsNull() },
    });
    if (byLink.length > 0) await this.sessions.update({ id: In(byLink.map(({ id }) => id)) }, { endedAt: now });
  }
}
