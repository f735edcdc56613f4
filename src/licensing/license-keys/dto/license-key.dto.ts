import { answerOf, exportOf } from '../../../platform/fields/bodies';
import { publicFields } from '../../../platform/fields/field';
import { LICENSE_KEY_FIELDS } from '../license-key-fields';

export class LicenseKeyDto extends answerOf(LICENSE_KEY_FIELDS) {}

/** For callers who may change license keys but not read them: neither `key` nor `uuid`. */
export class LicenseKeyOutlineDto extends answerOf(publicFields(LICENSE_KEY_FIELDS)) {}

/** For exports: without record id, which is the database's own, and with times before 2001 as ISO dates. */
export class ExportedLicenseKeyDto extends exportOf(LICENSE_KEY_FIELDS) {}
