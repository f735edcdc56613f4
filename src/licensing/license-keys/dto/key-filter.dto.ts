import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, Matches } from 'class-validator';
import { requestOf } from '../../../platform/fields/bodies';
import { ruleOf } from '../../../platform/fields/rules';
import { SearchText } from '../../../platform/search-index/search-text';
import { Time } from '../../../platform/validation/times';
import { Omittable } from '../../../platform/validation/validation';
import { KEY } from '../key-reference';
import { LICENSE_KEY_FIELDS } from '../license-key-fields';

const UID_LENGTH = LICENSE_KEY_FIELDS.uuid.maximum;
/** A prefix may be spaces only; a whole user id may not. */
const UID_PREFIX = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${UID_LENGTH}}$`, 'u');
const UID_PREFIX_RULE = { message: ruleOf('uidPrefix', LICENSE_KEY_FIELDS.uuid, 'filter') };
export const KEY_PREFIX_RULE = { message: 'keyPrefix must be 1 to 191 printable ASCII characters without spaces.' };

/** Chooses the license keys that match all given fields; every key without any. */
export class KeyFilterDto extends requestOf(LICENSE_KEY_FIELDS, 'filter') {
  /**
   * Only keys that have each of these words, or a word that begins with it, in any case and without accents: in `uid`,
   * `note`, the values of `metadata`, the name of a device, the customer's record or the name of the product; or whose
   * key, or former key, begins or ends with it (at least 4 characters); or that have it as record id or `ip`.
   * An address, a CIDR range, or the beginning of an address (`203.0.113.`) finds keys that have one in these texts or
   * that were checked from there: from the newest 100 addresses of each key, within seconds.
   * @example "tanaka studio"
   */
  @SearchText()
  q?: string;

  /** Only keys whose `uid` begins with this text, byte for byte: 1 to 191 characters, no wildcards. @example "customer-" */
  @ApiProperty({ minLength: 1, maxLength: UID_LENGTH })
  @Omittable()
  @Matches(UID_PREFIX, UID_PREFIX_RULE)
  uidPrefix?: string;

  /** Only keys that begin with this text, byte for byte: 1 to 191 characters, no wildcards. @example "0b6f1a52" */
  @Omittable()
  @Matches(KEY, KEY_PREFIX_RULE)
  keyPrefix?: string;

  /** Only keys last checked before this time, in milliseconds since the Unix epoch, or never. @example 1767225600000 */
  @Time('lastSeenBefore')
  lastSeenBefore?: number;

  /** Only keys last checked after this time, in milliseconds since the Unix epoch. @example 1764547200000 */
  @Time('lastSeenAfter')
  lastSeenAfter?: number;

  /** Only keys that expire before this time, in milliseconds since the Unix epoch. @example 2524608000000 */
  @Time('expiresBefore')
  expiresBefore?: number;

  /** Only keys that expire after this time, in milliseconds since the Unix epoch. @example 1767225600000 */
  @Time('expiresAfter')
  expiresAfter?: number;

  /** True: only keys with `seats`; false: only keys without. @example true */
  @Omittable()
  @IsBoolean({ message: 'hasSeats must be true or false.' })
  hasSeats?: boolean;

  /** True: only keys with a plan; false: only keys without. @example false */
  @Omittable()
  @IsBoolean({ message: 'hasPlan must be true or false.' })
  hasPlan?: boolean;
}
