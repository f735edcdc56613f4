import { ValidateBy } from 'class-validator';
import { requestOf } from '../../../platform/fields/bodies';
import { Omittable } from '../../../platform/validation/validation';
import { isLicenseKey, RESERVED_WORDS } from '../key-reference';
import { LICENSE_KEY_FIELDS } from '../license-key-fields';

const KEY_RULE = {
  message: () =>
    `key must be 1 to 191 printable ASCII characters without spaces, not only digits, and none of ${RESERVED_WORDS.join(', ')}.`,
};

/** `uuid` and `product` are other names for `uid` and `pid`; an `id` is ignored. */
export class ImportLicenseKeyDto extends requestOf(LICENSE_KEY_FIELDS, 'import') {
  /**
   * 1 to 191 printable ASCII characters. Without it, the row gets a UUID that is derived from the import's
   * `Idempotency-Key` and the row number, and so is the same each time the file is sent.
   * @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11"
   */
  @Omittable()
  @ValidateBy(
    { name: 'isLicenseKey', validator: { validate: (value) => typeof value === 'string' && isLicenseKey(value) } },
    KEY_RULE,
  )
  key?: string;
}
