import { ValidateBy } from 'class-validator';
import { IsImportedTime } from '../../../platform/validation/times';
import { Omittable } from '../../../platform/validation/validation';
import { isLicenseKey, reservedWords } from '../key-reference';
import { LicenseKeyFieldsDto } from './create-license-key.dto';
import { IsLease, IsSeats } from './field-rules';

const KEY_RULE = {
  message: () =>
    `key must be 1 to 191 printable ASCII characters without spaces, not only digits, and none of ${reservedWords().join(', ')}.`,
};
/** The end of the year 9999: its hour, too, fits the database's integers. */
const LAST_SEEN_MAX = 253402300799999;
/** A license key to import. `uuid` and `product` are other names of `uid` and `pid`, and an `id` is ignored. */
export class ImportLicenseKeyDto extends LicenseKeyFieldsDto {
  /**
   * The license key itself: 1 to 191 printable ASCII characters. When it is left out, it is made from the import's
   * `Idempotency-Key` and the number of the row: a UUID that is the same when the file is sent again.
   * @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11"
   */
  @Omittable()
  @ValidateBy(
    { name: 'isLicenseKey', validator: { validate: (value) => typeof value === 'string' && isLicenseKey(value) } },
    KEY_RULE,
  )
  key?: string;

  /**
   * From when on the key is expired, in milliseconds since the Unix epoch or as an ISO date, which may be any since 1970; a time in
   * the past ends it at once. Never when it is left out or 0.
   * @example 2524608000000
   */
  @IsImportedTime('expiresAt')
  expiresAt?: number;

  /**
   * Most devices that may use the key at a time, 1 to 1000000; devices aren't tracked when it is left out or 0.
   * @example 3
   */
  @IsSeats()
  seats?: number;

  /**
   * Seconds after which a device that isn't seen gives up its seat by itself, 60 to 2592000. When it is left out or 0, a
   * device keeps its seat until it is released. Without `seats` it has no effect.
   * @example 2592000
   */
  @IsLease()
  leaseSeconds?: number;

  /**
   * When the key was last checked, in milliseconds since the Unix epoch or as an ISO date; 0 when it is left out.
   * @example 1767225600000
   */
  @IsImportedTime('lastSeen', LAST_SEEN_MAX)
  lastSeen?: number;
}
