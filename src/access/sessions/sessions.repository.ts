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
import { Session } from './session.entity';
import { IDLE_MS, KEPT_MS } from './session-life';

/** How many old sessions go with each new one: more than it adds, so that they never pile up. */
const DELETED_AT_ONCE = 20;
/** Most hashes that are read at once. */
const MOST_HASHES = 10_000;

/** Whose sessions: those of an API key, or of a person. */
export type SessionOwner = { readonly apiKeyId: number } | { readonly personHash: string };

/** The one owner of the sessions' table. */
@Injectable()
export class SessionsRepository {
  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  /** The same within a transaction. */
  within(transaction: EntityManager): SessionsRepository {
    return new SessionsRepository(transaction.withRepository(this.sessions));
  }

  /** @param hash of the token */
  findByHash(hash: string): Promise<Session | null> {
    return this.sessions.findOneBy({ hash });
  }

  findById(id: number): Promise<Session | null> {
    return this.sessions.findOneBy({ id });
  }

  /** The hashes of the tokens that browsers may still have, those of ended sessions too: of the newest, if there are very many. */
  async findHashes(): Promise<string[]> {
    const newest = { order: { id: 'DESC' }, take: MOST_HASHES } as const;
    return (await this.sessions.find({ select: { hash: true }, ...newest })).map(({ hash }) => hash);
  }

  /**
   * Those that have not ended, newest first.
   * @param before those with a smaller id
   * @param owner whose; everybody's when left out
   */
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

  /** Stores a session, and deletes some that ended long ago. */
  async insert(session: Omit<Session, 'id'>): Promise<Session> {
    const { identifiers } = await this.sessions.insert(session);
    const where = { expiresAt: LessThan(session.createdAt - KEPT_MS) };
    const old = await this.sessions.find({ select: { id: true }, where, take: DELETED_AT_ONCE });
    if (old.length > 0) await this.sessions.delete({ id: In(old.map(({ id }) => id)) });
    return { ...session, id: identifiers[0].id as number };
  }

  /** Ends some of an owner's oldest sessions, where more than so many are open. @returns the ids of those that have ended */
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

  /** @returns whether it had not ended before */
  async end(id: number, now: number): Promise<boolean> {
    return ((await this.sessions.update({ id, endedAt: IsNull() }, { endedAt: now })).affected ?? 0) > 0;
  }

  /** All sessions of an API key end at a time at the latest. */
  async endAllOf(apiKeyId: number, until: number): Promise<void> {
    await this.sessions.update({ apiKeyId, expiresAt: MoreThanOrEqual(until) }, { expiresAt: until });
  }
}
