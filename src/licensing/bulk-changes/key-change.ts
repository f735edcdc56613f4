import { givenValues } from '../../platform/fields/records';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LICENSE_KEY_FIELDS } from '../license-keys/license-key-fields';
import type { KeyChangeDto } from './dto/key-change.dto';
import { CHANGED, OUT_OF_RANGE, type RowCode, UNCHANGED } from './row-results';

const DAY_MS = 86_400_000;

export interface Outcome {
  readonly code: RowCode;
  /** The changed key; as before if nothing changes. */
  readonly after: LicenseKey;
}

/** A key that has all the values already, or no expiry to move, stays unchanged. */
export function keyChange({ extendDays, expiresAtIfNone, ...values }: KeyChangeDto): (before: LicenseKey) => Outcome {
  const stored = givenValues(LICENSE_KEY_FIELDS, 'update', values);
  return (before) => {
    const after = Object.assign({}, before, stored);
    if (before.expiresAt === null) after.expiresAt = expiresAtIfNone ?? after.expiresAt;
    else if (extendDays !== undefined) {
      after.expiresAt = before.expiresAt + extendDays * DAY_MS;
      if (after.expiresAt < 1 || after.expiresAt > Number.MAX_SAFE_INTEGER) {
        return { code: OUT_OF_RANGE, after: before };
      }
    }
    if (stored.expiresAt !== undefined || after.expiresAt !== before.expiresAt) after.starts = null;
    const names = Object.keys(after) as (keyof LicenseKey)[];
    return { code: names.some((name) => after[name] !== before[name]) ? CHANGED : UNCHANGED, after };
  };
}
