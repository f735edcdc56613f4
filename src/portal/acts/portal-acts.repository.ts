import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, LessThan, MoreThan, Repository } from 'typeorm';
import { PortalAct, type PortalActKind } from './portal-act.entity';

const DAY_MS = 86_400_000;
/** The longest period of a limit. */
const KEPT_MS = 31 * DAY_MS;

@Injectable()
export class PortalActsRepository {
  constructor(@InjectRepository(PortalAct) private readonly acts: Repository<PortalAct>) {}

  /** For a transaction that has locked the license key, so that counts are exact. */
  within(transaction: EntityManager): PortalActsRepository {
    return new PortalActsRepository(transaction.withRepository(this.acts));
  }

  count(keyId: number, kind: PortalActKind, after: number): Promise<number> {
    return this.acts.countBy({ keyId, kind, at: MoreThan(after) });
  }

  /** Also deletes the license key's acts that no longer count. */
  async insert(act: Pick<PortalAct, 'keyId' | 'kind' | 'at'>): Promise<void> {
    await this.acts.insert(act);
    await this.acts.delete({ keyId: act.keyId, kind: act.kind, at: LessThan(act.at - KEPT_MS) });
  }
}
