import { REASON } from '../../../access/audit/reason-field';
import { requestOf } from '../../../platform/fields/bodies';
import { LICENSE_KEY_FIELDS } from '../license-key-fields';

/** Fields that are left out keep their values. */
export class UpdateLicenseKeyDto extends requestOf({ ...LICENSE_KEY_FIELDS, reason: REASON }, 'update') {}
