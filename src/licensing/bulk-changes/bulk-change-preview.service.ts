import { Injectable } from '@nestjs/common';
import { BY_ID } from '../../platform/database/ordered-search';
import type { KeyFilterDto } from '../license-keys/dto/key-filter.dto';
import { KeyPlans } from '../license-keys/key-plans';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { toLicenseKeyDto, toLicenseKeyOutlineDto } from '../license-keys/to-license-key-dto';
import { type BulkChangePreviewDto, type ChangeExampleDto, KEPT_REASONS, type KeptReason } from './dto/bulk-change.dto';
import type { KeyChangeDto } from './dto/key-change.dto';
import { keyChange, type Outcome } from './key-change';
import type { BulkChangeRequest } from './read-bulk-change';
import { CHANGED, FAILURES, NO_PLAN, OUT_OF_RANGE, UNCHANGED } from './row-results';

const MOST_EXAMPLES = 20;
const MOST_COUNTED = 10_000;
const KEYS_A_READ = 200;

/** Says what a bulk change would do, and changes nothing. */
@Injectable()
export class BulkChangePreviewService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly keyPlans: KeyPlans,
  ) {}

  /** @param mayRead if false, the examples have neither `key` nor `uuid` @param isLate ends the counting early */
  async preview(
    { chosen, change }: BulkChangeRequest,
    mayRead: boolean,
    isLate: () => boolean,
  ): Promise<BulkChangePreviewDto> {
    const count = new PreviewCount(change, mayRead ? toLicenseKeyDto : toLicenseKeyOutlineDto);
    if ('filter' in chosen) return count.toDto(await this.countFound(chosen.filter, change, count, isLate));
    const keys = await this.licenseKeys.findByIds(chosen.ids);
    count.add(keys, await this.withoutPlan(keys, change));
    return count.toDto(false);
  }

  /** @returns whether there may be more */
  private async countFound(
    filter: KeyFilterDto,
    change: KeyChangeDto,
    count: PreviewCount,
    isLate: () => boolean,
  ): Promise<boolean> {
    for await (const { items, upTo } of this.licenseKeys.searchPage(filter, BY_ID, undefined, KEYS_A_READ)) {
      if (!count.add(items, await this.withoutPlan(items, change))) return true;
      if (upTo !== undefined && isLate()) return true;
    }
    return false;
  }

  /** Record ids of keys whose product hasn't the plan that they would get. */
  private async withoutPlan(
    keys: readonly LicenseKey[],
    { plan = '', pid }: KeyChangeDto,
  ): Promise<ReadonlySet<number>> {
    if (plan === '') return new Set();
    const planned = keys.map(({ id, product }) => ({ id, product: pid ?? product, plan }));
    return new Set((await this.keyPlans.withoutPlan(planned)).map(({ id }) => id));
  }
}

/** How many of the keys would change, and why the others would not. */
class PreviewCount {
  private readonly changed: (before: LicenseKey) => Outcome;
  private readonly examples: ChangeExampleDto[] = [];
  private readonly unchanged = new Map<KeptReason, number>();
  private matched = 0;

  constructor(
    private readonly change: KeyChangeDto,
    private readonly toKeyDto: (key: LicenseKey) => ChangeExampleDto['before'],
  ) {
    this.changed = keyChange(change);
  }

  /** @returns false once there are more than are counted */
  add(keys: readonly LicenseKey[], withoutPlan: ReadonlySet<number>): boolean {
    const counted = keys.slice(0, MOST_COUNTED - this.matched);
    for (const key of counted) {
      const outcome: Outcome = withoutPlan.has(key.id) ? { code: NO_PLAN, after: key } : this.changed(key);
      if (this.examples.length < MOST_EXAMPLES) this.examples.push(exampleOf(key, outcome, this.toKeyDto));
      if (outcome.code === CHANGED) continue;
      const reason = this.reasonOf(key, outcome);
      this.unchanged.set(reason, (this.unchanged.get(reason) ?? 0) + 1);
    }
    this.matched += counted.length;
    return counted.length === keys.length;
  }

  toDto(more: boolean): BulkChangePreviewDto {
    const kept = KEPT_REASONS.flatMap((reason) => {
      const count = this.unchanged.get(reason);
      return count === undefined ? [] : [{ reason, count }];
    });
    const changes = kept.reduce((left, { count }) => left - count, this.matched);
    return { examples: this.examples, matched: this.matched, more, changes, kept };
  }

  private reasonOf(key: LicenseKey, { code }: Outcome): KeptReason {
    if (code === OUT_OF_RANGE) return 'outOfRange';
    if (code === NO_PLAN) return 'noPlan';
    return this.change.extendDays !== undefined && key.expiresAt === null ? 'noExpiry' : 'same';
  }
}

function exampleOf(
  key: LicenseKey,
  { code, after }: Outcome,
  toDto: (key: LicenseKey) => ChangeExampleDto['before'],
): ChangeExampleDto {
  const msg = code === CHANGED || code === UNCHANGED ? undefined : FAILURES[code];
  return { before: toDto(key), after: toDto(after), msg };
}
