import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  type EntityManager,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThan,
  MoreThan,
  MoreThanOrEqual,
  Repository,
} from 'typeorm';
import { deleteExpired } from '../../platform/database/delete-expired';
import { Session } from './session.entity';
import { IDLE_MS, KEPT_MS } from './session-life';

/** Old sessions deleted with each new one: more than it adds, so they never pile up. */
const DELETED_AT_ONCE = 20;
const MOST_HASHES = 10_000;

export type SessionOwner = { readonly apiKeyId: number } | { readonly personHash: string };

@Injectable()
export class SessionsRepository {
  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  within(transaction: EntityManager): SessionsRepository {
    return new SessionsRepository(transaction.withRepository(this.sessions));
  }

  findByHash(hash: string): Promise<Session | null> {
    return this.sessions.findOneBy({ hash });
  }

  findById(id: number): Promise<Session | null> {
    return this.sessions.findOneBy({ id });
  }

  /** Includes ended sessions, whose tokens browsers may still have; only the newest if there are very many. */
  async findHashes(): Promise<string[]> {
    const newest = { order: { id: 'DESC' }, take: MOST_HASHES } as const;
    return (await this.sessions.find({ select: { hash: true }, ...newest })).map(({ hash }) => hash);
  }

  /** Newest first. @param before only smaller ids @param owner everybody's if omitted */
  findOpen(now: number, before: number, limit: number, owner?: SessionOwner): Promise<Session[]> {
    const where: FindOptionsWhere<Session> = {
      ...owner,
      id: LessThan(before),
      endedAt: IsNull(),
      expiresAt: MoreThan(now),
      lastUsedAt: MoreThan(now - IDLE_MS),
    };
    return this.sessions.find({ where, order: { id: 'DESC' }, take: limit });
  }

  /** Also deletes some sessions that ended long ago. */
  async insert(session: Omit<Session, 'id'>): Promise<Session> {
    const { identifiers } = await this.sessions.insert(session);
    await deleteExpired(this.sessions, session.createdAt - KEPT_MS, DELETED_AT_ONCE);
    return { ...session, id: identifiers[0].id as number };
  }

  /** Ends the owner's oldest sessions beyond `most`. @returns the ids of those ended */
  async endOldest(owner: SessionOwner, most: number, now: number): Promise<number[]> {
    const where = { ...owner, endedAt: IsNull(), expiresAt: MoreThan(now) };
    const excess = { order: { id: 'DESC' }, skip: most, take: DELETED_AT_ONCE } as const;
    const ids = (await this.sessions.find({ select: { id: true }, where, ...excess })).map(({ id }) => id);
    if (ids.length > 0) await this.sessions.update({ id: In(ids) }, { endedAt: now });
    return ids;
  }

  async noteUse(id: number, now: number): Promise<void> {
    await this.sessions.update({ id, lastUsedAt: LessThan(now) }, { lastUsedAt: now });
  }

  /** @returns false if it had already ended */
  async end(id: number, now: number): Promise<boolean> {
    return ((await this.sessions.update({ id, endedAt: IsNull() }, { endedAt: now })).affected ?? 0) > 0;
  }

  /** Ends them at `until` at the latest. */
  async endAllOf(apiKeyId: number, until: number): Promise<void> {
    await this.sessions.update({ apiKeyId, expiresAt: MoreThanOrEqual(until) }, { expiresAt: until });
  }
}
