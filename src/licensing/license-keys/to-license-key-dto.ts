import { namesIn, publicFields } from '../../platform/fields/field';
import { recordShower } from '../../platform/fields/records';
import { RecordTags } from '../../platform/preconditions/record-tags';
import type { LicenseKeyDto, LicenseKeyOutlineDto } from './dto/license-key.dto';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import type { LicenseKey } from './license-key.entity';

export const toLicenseKeyDto: (entity: LicenseKey) => LicenseKeyDto = recordShower(LICENSE_KEY_FIELDS);

export const toLicenseKeyOutlineDto: (entity: LicenseKey) => LicenseKeyOutlineDto = recordShower(
  publicFields(LICENSE_KEY_FIELDS),
);

export const LICENSE_KEY_TAGS = new RecordTags('licenseKey', [
  ...namesIn(LICENSE_KEY_FIELDS, 'update'),
  'key',
  'starts',
]);

/** Accepts the state before a check pinned the key too: no person changed it. */
export const statesOf = (key: LicenseKey): LicenseKeyDto[] =>
  (key.locked && key.ip !== '' ? [key, Object.assign({}, key, { ip: '' })] : [key]).map(toLicenseKeyDto);
