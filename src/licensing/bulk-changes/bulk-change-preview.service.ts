import { Injectable } from '@nestjs/common';
import { BY_ID } from '../../platform/database/ordered-search';
import type { KeyFilterDto } from '../license-keys/dto/key-filter.dto';
import { type ContentChange, contentChanges } from '../license-keys/content-changes';
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

/** Computes what a bulk change would do, without changing anything. */
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
    const count = new PreviewCount(change, mayRead);
    if ('filter' in chosen) return count.toDto(await this.countFound(chosen.filter, count, isLate));
    const keys = await this.licenseKeys.findByIds(chosen.ids);
    count.add(await this.judge(keys, change));
    count.miss(chosen.ids.length - keys.length);
    return count.toDto(false);
  }

  /** @returns whether there may be more */
  private async countFound(filter: KeyFilterDto, count: PreviewCount, isLate: () => boolean): Promise<boolean> {
    for await (const { items, upTo } of this.licenseKeys.searchPage(filter, BY_ID, undefined, KEYS_A_READ)) {
      if (!count.add(await this.judge(items, count.change))) return true;
      if (upTo !== undefined && isLate()) return true;
    }
    return false;
  }

  /** The outcome for these keys with their current plans. */
  private async judge(keys: readonly LicenseKey[], change: KeyChangeDto): Promise<Judged[]> {
    const applied = keyChange(change);
    const outcomes = keys.map((before) => ({ before, ...applied(before) }));
    const missing = new Set((await this.keyPlans.convert(outcomes, Date.now())).map(({ id }) => id));
    const termsOf = await this.keyPlans.find(outcomes.flatMap(({ before, after }) => [before, after]));
    const termed = (key: LicenseKey) => Object.assign({}, key, { terms: termsOf(key) });
    return outcomes.map(({ before, after, code }) =>
      missing.has(before.id)
        ? { before, after: before, code: NO_PLAN, contents: [] }
        : { before, after, code, contents: contentChanges(termed(before), termed(after)) },
    );
  }
}

interface Judged extends Outcome {
  readonly before: LicenseKey;
  readonly contents: readonly ContentChange[];
}

/** How many of the keys would change, and why the others would not. */
class PreviewCount {
  private readonly examples: ChangeExampleDto[] = [];
  private readonly kept = new Map<KeptReason, number>();
  private matched = 0;
  private changes = 0;
  private losing = 0;

  /** @param mayRead if false, the examples have neither `key` nor `uuid` */
  constructor(
    readonly change: KeyChangeDto,
    private readonly mayRead: boolean,
  ) {}

  /** @returns false once the maximum is exceeded */
  add(keys: readonly Judged[]): boolean {
    const counted = keys.slice(0, MOST_COUNTED - this.matched);
    for (const judged of counted) {
      if (this.examples.length < MOST_EXAMPLES) this.examples.push(this.exampleOf(judged));
      if (judged.contents.some(({ effect }) => effect === 'loses')) this.losing += 1;
      if (judged.code === CHANGED) this.changes += 1;
      else this.keep(this.reasonOf(judged), 1);
    }
    this.matched += counted.length;
    return counted.length === keys.length;
  }

  /** Counts ids that name no key: the change would fail for them. */
  miss(ids: number): void {
    if (ids > 0) this.keep('notFound', ids);
  }

  toDto(more: boolean): BulkChangePreviewDto {
    const kept = KEPT_REASONS.flatMap((reason) => {
      const count = this.kept.get(reason);
      return count === undefined ? [] : [{ reason, count }];
    });
    const { examples, matched, changes, losing } = this;
    return { examples, matched, more, changes, losing, kept };
  }

  private keep(reason: KeptReason, keys: number): void {
    this.kept.set(reason, (this.kept.get(reason) ?? 0) + keys);
  }

  private reasonOf({ before, code }: Judged): KeptReason {
    if (code === OUT_OF_RANGE) return 'outOfRange';
    if (code === NO_PLAN) return 'noPlan';
    return this.change.extendDays !== undefined && before.expiresAt === null ? 'noExpiry' : 'same';
  }

  private exampleOf({ before, after, code, contents }: Judged): ChangeExampleDto {
    const toDto = this.mayRead ? toLicenseKeyDto : toLicenseKeyOutlineDto;
    const msg = code === CHANGED || code === UNCHANGED ? undefined : FAILURES[code];
    return {
      before: toDto(before),
      after: toDto(after),
      contents: contents.length > 0 ? [...contents] : undefined,
      msg,
    };
  }
}
