import { requestOf } from '../../../platform/fields/bodies';
import { LICENSE_KEY_FIELDS } from '../license-key-fields';

export class CreateLicenseKeyDto extends requestOf(LICENSE_KEY_FIELDS, 'create') {}
