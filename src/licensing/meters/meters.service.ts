import { Injectable } from '@nestjs/common';
import { mostUses } from '../../platform/fields/meters';
import type { LicenseKeyDto } from '../license-keys/dto/license-key.dto';
import { KeyPlans } from '../license-keys/key-plans';
import { LicenseKeysService } from '../license-keys/license-keys.service';
import { type Count, MeterCountsRepository } from '../uses/meter-counts.repository';
import { KEPT_DAYS } from '../uses/use-retention.service';
import type { MeterStandingDto } from './dto/meter-standing.dto';
import { ALL, dayOf, periodOf } from './period';
import { standingOf } from './use-judgements';

const DAY_MS = 86_400_000;

/** Current counts of license keys' meters. */
@Injectable()
export class MetersService {
  constructor(
    private readonly licenseKeys: LicenseKeysService,
    private readonly plans: KeyPlans,
    private readonly counts: MeterCountsRepository,
  ) {}

  /** Ordered by name. @throws {ApiError} 404 if there is no such license key */
  async getStandings(id: string, now = Date.now()): Promise<MeterStandingDto[]> {
    const licenseKey = await this.licenseKeys.get(id);
    const meters = await this.metersOf(licenseKey);
    const names = Object.keys(meters).toSorted();
    const days = Array.from({ length: KEPT_DAYS }, (_, ago) => dayOf(now - ago * DAY_MS).name).toReversed();
    const counts = await this.counts.find(licenseKey.id, names, days[0]);
    const countOf = (meter: string, period: string): Count | undefined =>
      counts.find((count) => count.meter === meter && count.period === period);
    return names.map((name) => {
      const meter = meters[name];
      const period = periodOf(meter.period, now, countOf(name, ALL)?.startsAt ?? now);
      const standing = standingOf(meter, period, countOf(name, period.name)?.used ?? 0);
      return {
        name,
        limit: meter.limit,
        period: meter.period,
        overage: meter.overage ?? 0,
        most: mostUses(meter),
        ...standing,
        total: countOf(name, ALL)?.used ?? 0,
        days: days.map((day) => ({ day, used: countOf(name, day)?.used ?? 0 })),
      };
    });
  }

  private async metersOf(licenseKey: LicenseKeyDto): Promise<NonNullable<LicenseKeyDto['meters']>> {
    const { plan, product } = licenseKey;
    const terms = await this.plans.termsOf({ product, plan: plan ?? null });
    const ofPlan = terms.plan?.meters ?? null;
    return { ...(ofPlan === null ? {} : (JSON.parse(ofPlan) as LicenseKeyDto['meters'])), ...licenseKey.meters };
  }
}
