import { Injectable } from '@nestjs/common';
import { PlansRepository } from '../../catalog/plans/plans.repository';
import type { Problem } from '../../platform/errors/error-codes';
import { badRequest, unavailable } from '../../platform/errors/errors';
import { readRange } from '../../platform/time-ranges/counted-range';
import { DAY_MS } from '../../platform/time-ranges/spans';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { CheckCounter } from './check-counter';
import { CheckCountsRepository } from './check-counts.repository';
import type { CheckCountDto, CheckCountsDto } from './dto/check-counts.dto';
import type { CountChecksDto } from './dto/count-checks.dto';
import type { KeyCountsDto } from './dto/key-counts.dto';
import type { PlanCountDto, PlanCountsDto } from './dto/plan-counts.dto';

/** Most rows in an answer. */
const MOST_ROWS = 50_000;
export const TOO_MANY_ROWS: Problem<'range.invalid'> = {
  code: 'range.invalid',
  message: `That would be more than ${MOST_ROWS} rows: choose a shorter range, by=day, or all products together.`,
};

const EXPIRING_DAYS = [7, 30, 90];
/** Counting license keys stops here. */
const MOST_KEYS = 10_000;

/** Counts checks, and license keys that expire soon or have a plan. */
@Injectable()
export class StatsService {
  constructor(
    private readonly counts: CheckCountsRepository,
    private readonly counter: CheckCounter,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly plans: PlansRepository,
  ) {}

  /** @param isLate whether the client has given up @throws {ApiError} 400 for a wrong range, or too many rows */
  async countChecks(query: CountChecksDto, isLate: () => boolean): Promise<CheckCountsDto> {
    const { by, span, from, to } = readRange(query);
    // Read before the counts, which therefore contain at least the checks up to this time.
    const upTo = await this.counter.countedUpTo();
    const rows = new Map<string, CheckCountDto>();
    for await (const page of this.counts.read(span, from, to)) {
      for (const [at, product, status, checks] of page) {
        if ((query.pid ?? product) !== product || (query.status ?? status) !== status) continue;
        const pid = query.products ? product : undefined;
        const row = rows.get(`${at} ${pid} ${status}`);
        if (row) row.count += checks;
        else rows.set(`${at} ${pid} ${status}`, { at, status: status as CheckCountDto['status'], pid, count: checks });
      }
      if (rows.size > MOST_ROWS) throw badRequest(TOO_MANY_ROWS);
      if (isLate()) throw unavailable();
    }
    return { by, from, to, upTo, rows: [...rows.values()].toSorted(inOrder) };
  }

  async countKeys(): Promise<KeyCountsDto> {
    const now = Date.now();
    const expiring = [];
    for (const days of EXPIRING_DAYS) {
      expiring.push({ days, count: await this.licenseKeys.countExpiring(now, now + days * DAY_MS, MOST_KEYS) });
    }
    return { expiring, most: MOST_KEYS };
  }

  /** @param isLate whether the client has given up @throws {ApiError} 503 if it has */
  async countKeysOfPlans(product: number, isLate: () => boolean): Promise<PlanCountsDto> {
    const plans: PlanCountDto[] = [];
    for (const code of await this.plans.findCodes(product)) {
      if (isLate()) throw unavailable();
      plans.push({ plan: code, keys: await this.licenseKeys.countPlanned(product, code, MOST_KEYS) });
    }
    return { plans, without: await this.licenseKeys.countPlanned(product, null, MOST_KEYS), most: MOST_KEYS };
  }
}

function inOrder(a: CheckCountDto, b: CheckCountDto): number {
  return a.at - b.at || (a.pid ?? 0) - (b.pid ?? 0) || (a.status < b.status ? -1 : 1);
}
