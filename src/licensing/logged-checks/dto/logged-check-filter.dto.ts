import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, Matches, ValidateBy } from 'class-validator';
import { isAcceptable, ruleOf } from '../../../platform/fields/rules';
import { SearchText } from '../../../platform/search-index/search-text';
import { Time } from '../../../platform/validation/times';
import {
  CanonicalAddressText,
  Omittable,
  PageLimit,
  RecordId,
  WholeNumberField,
} from '../../../platform/validation/validation';
import { KEY } from '../../license-keys/key-reference';
import { LICENSE_KEY_FIELDS } from '../../license-keys/license-key-fields';
import { PID_MAX, PID_RULE, UID_SCHEMA } from '../../license-keys/license-key-limits';
import { LOGGED_LABELS, type LoggedLabel, STATUS_RULE } from '../../license-logs/verdict-labels';

const { uuid } = LICENSE_KEY_FIELDS;
export const DEVICE_OF_KEY = 'device needs key: each license key numbers its own devices.';
export const KEY_RULE = { message: 'key must be a license key or the record id of one.' };

export class LoggedCheckFilterDto {
  /** Only checks with one of these verdicts; repeatable. @example ["KEY DISABLED", "EXPIRED"] */
  @ApiProperty({ enum: LOGGED_LABELS, isArray: true })
  @Omittable()
  @Transform(({ value }: { value: unknown }) => (value === undefined ? value : [value].flat()))
  @IsIn(LOGGED_LABELS, { ...STATUS_RULE, each: true })
  status?: LoggedLabel[];

  /** True for only checks that passed (`AUTHORISED`), false for only the others. @example false */
  @Omittable()
  @IsBoolean({ message: 'pass must be true or false.' })
  pass?: boolean;

  /** Only checks from this client address, in any spelling. @example "203.0.113.7" */
  @Omittable()
  @CanonicalAddressText()
  @Matches(/^[0-9a-f.:]{1,64}$/, { message: 'ip must be one IPv4 or IPv6 address.' })
  ip?: string;

  /** Only checks of this license key: its record id (only digits) or the license key itself. @example "1" */
  @Omittable()
  @Matches(KEY, KEY_RULE)
  key?: string;

  /** Only checks of license keys for this product. @example 6 */
  @WholeNumberField(0, PID_RULE, PID_MAX)
  pid?: number;

  /** Only checks of license keys of this customer, exactly. @example "customer-17" */
  @ApiProperty(UID_SCHEMA)
  @Omittable()
  @ValidateBy(
    { name: 'isUid', validator: { validate: (value: unknown) => isAcceptable(uuid, 'create', value) } },
    { message: ruleOf('uid', uuid, 'create') },
  )
  uid?: string;
}

/** Checks of a time. */
export class TimedLoggedChecksDto extends LoggedCheckFilterDto {
  /** Only checks of this device, by its id among those of the license key; needs `key`. @example 17 */
  @RecordId('device must be the id of a device.')
  device?: number;

  /** Only checks at or after this time, in milliseconds since the Unix epoch. @example 1767225600000 */
  @Time('from')
  from?: number;

  /** Only checks before this time, in milliseconds since the Unix epoch. @example 1767312000000 */
  @Time('to')
  to?: number;
}

export class ListLoggedChecksDto extends TimedLoggedChecksDto {
  /**
   * Only checks of license keys that these words find, as `q` of the list of license keys does. Needs the scope
   * `keys:read` too. @example "tanaka"
   */
  @SearchText()
  q?: string;

  /** Maximum number of checks, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only checks whose log has an id below this. @example 5000 */
  @RecordId('before must be the id of a log record.')
  before?: number;
}
