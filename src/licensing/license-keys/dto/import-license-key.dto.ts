import { ValidateBy } from 'class-validator';
import { Omittable, WholeNumberField } from '../../../platform/validation/validation';
import { isLicenseKey, reservedWords } from '../key-reference';
import { CreateLicenseKeyDto } from './create-license-key.dto';

const KEY_RULE = {
  message: () =>
    `key must be 1 to 191 printable ASCII characters without spaces, not only digits, and none of ${reservedWords().join(', ')}.`,
};
/** The end of the year 9999: its hour, too, fits the database's integers. */
const LAST_SEEN_MAX = 253402300799999;
const LAST_SEEN_RULE = {
  message: `lastSeen must be a time in milliseconds since the Unix epoch, an integer up to ${LAST_SEEN_MAX}.`,
};

/** A license key to import. `uuid` and `product` are other names of `uid` and `pid`, and an `id` is ignored. */
export class ImportLicenseKeyDto extends CreateLicenseKeyDto {
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
   * When the key was last checked, in milliseconds since the Unix epoch; 0 when it is left out.
   * @example 1767225600000
   */
  @WholeNumberField(0, LAST_SEEN_RULE, LAST_SEEN_MAX)
  lastSeen?: number;
}
