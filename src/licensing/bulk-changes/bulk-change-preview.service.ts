import { Injectable } from '@nestjs/common';
import type { KeyFilterDto } from '../license-keys/dto/key-filter.dto';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { toLicenseKeyDto, toLicenseKeyOutlineDto } from '../license-keys/to-license-key-dto';
import type { BulkChangePreviewDto, ChangeExampleDto } from './dto/bulk-change.dto';
import { keyChange, type Outcome } from './key-change';
import type { BulkChangeRequest } from './read-bulk-change';
import { CHANGED, FAILURES, UNCHANGED } from './row-results';

const MOST_EXAMPLES = 20;
const MOST_COUNTED = 10_000;
const KEYS_A_READ = 200;

interface Counted {
  readonly first: readonly LicenseKey[];
  readonly matched: number;
  readonly more: boolean;
}

/** Says what a bulk change would do, and changes nothing. */
@Injectable()
export class BulkChangePreviewService {
  constructor(private readonly licenseKeys: LicenseKeysRepository) {}

  /** @param mayRead if false, the examples have neither `key` nor `uuid` @param isLate ends the counting early */
  async preview(
    { chosen, change }: BulkChangeRequest,
    mayRead: boolean,
    isLate: () => boolean,
  ): Promise<BulkChangePreviewDto> {
    const counted = 'ids' in chosen ? await this.countNamed(chosen.ids) : await this.countFound(chosen.filter, isLate);
    const changed = keyChange(change);
    const toDto = mayRead ? toLicenseKeyDto : toLicenseKeyOutlineDto;
    const examples = counted.first.map((key) => exampleOf(key, changed(key), toDto));
    return { examples, matched: counted.matched, more: counted.more };
  }

  private async countNamed(ids: readonly number[]): Promise<Counted> {
    const keys = await this.licenseKeys.findByIds(ids);
    return { first: keys.slice(0, MOST_EXAMPLES), matched: keys.length, more: false };
  }

  private async countFound(filter: KeyFilterDto, isLate: () => boolean): Promise<Counted> {
    const first: LicenseKey[] = [];
    let matched = 0;
    for await (const { items, upTo } of this.licenseKeys.searchPage(filter, KEYS_A_READ)) {
      first.push(...items.slice(0, MOST_EXAMPLES - first.length));
      matched += items.length;
      if (matched > MOST_COUNTED) return { first, matched: MOST_COUNTED, more: true };
      if (upTo !== undefined && isLate()) return { first, matched, more: true };
    }
    return { first, matched, more: false };
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
