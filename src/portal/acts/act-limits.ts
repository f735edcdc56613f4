import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PlansRepository } from '../../catalog/plans/plans.repository';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict } from '../../platform/errors/errors';
import { PortalPlace } from '../portal-place';
import type { PortalActKind } from './portal-act.entity';
import { PortalActsRepository } from './portal-acts.repository';

const DAY_MS = 86_400_000;
const REPLACEMENTS = 1;
const LICENSES = 10;

const USED_UP: Problem<'portal.usedUp'> = {
  code: 'portal.usedUp',
  message: 'The customer has done this as often as is allowed for now.',
};

/** The limit of an act on a license key, and what is left of it. */
export interface Allowance {
  readonly most: number;
  readonly left: number;
}

/** Limits how often customers may change a license key. */
@Injectable()
export class ActLimits {
  constructor(
    private readonly acts: PortalActsRepository,
    private readonly plans: PlansRepository,
    private readonly place: PortalPlace,
  ) {}

  /** The current allowance of a license key. */
  async find(key: LicenseKey, kind: PortalActKind): Promise<Allowance> {
    const { most, windowMs } = await this.limitOf(key, kind);
    const done = await this.acts.count(key.id, kind, Date.now() - windowMs);
    return { most, left: Math.max(0, most - done) };
  }

  /** Uses one, in a transaction that has locked the license key. @throws {ApiError} 409 if none is left */
  async take(transaction: EntityManager, key: LicenseKey, kind: PortalActKind): Promise<void> {
    const { most, windowMs } = await this.limitOf(key, kind, transaction);
    const acts = this.acts.within(transaction);
    const at = Date.now();
    if ((await acts.count(key.id, kind, at - windowMs)) >= most) throw conflict(USED_UP);
    await acts.insert({ keyId: key.id, kind, at });
  }

  private async limitOf(
    { product, plan: code }: LicenseKey,
    kind: PortalActKind,
    transaction?: EntityManager,
  ): Promise<{ most: number; windowMs: number }> {
    if (kind === 'replacement') return { most: REPLACEMENTS, windowMs: DAY_MS };
    if (kind === 'license') return { most: LICENSES, windowMs: DAY_MS };
    const name = code === null ? undefined : { product, code };
    const plans = transaction ? this.plans.within(transaction) : this.plans;
    const plan = name && (await plans.find([name]))(name);
    return { most: plan?.portalReleases ?? this.place.settings.releases, windowMs: 30 * DAY_MS };
  }
}
