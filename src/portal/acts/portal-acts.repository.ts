import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, LessThan, MoreThan, Repository } from 'typeorm';
import { PortalAct, type PortalActKind } from './portal-act.entity';

const DAY_MS = 86_400_000;
/** Nothing is counted for longer. */
const KEPT_MS = 31 * DAY_MS;

/** Owns the table of what customers did to license keys. */
@Injectable()
export class PortalActsRepository {
  constructor(@InjectRepository(PortalAct) private readonly acts: Repository<PortalAct>) {}

  /** For a transaction that has locked the license key, so that what it counts is exact. */
  within(transaction: EntityManager): PortalActsRepository {
    return new PortalActsRepository(transaction.withRepository(this.acts));
  }

  count(keyId: number, kind: PortalActKind, after: number): Promise<number> {
    return this.acts.countBy({ keyId, kind, at: MoreThan(after) });
  }

  /** Also deletes those of the license key that count no more. */
  async insert(act: Pick<PortalAct, 'keyId' | 'kind' | 'at'>): Promise<void> {
    await this.acts.insert(act);
    await this.acts.delete({ keyId: act.keyId, kind: act.kind, at: LessThan(act.at - KEPT_MS) });
  }
}
