import { shortened } from '../../access/audit/change';
import { publicFields } from '../../platform/fields/field';
import { recordShower } from '../../platform/fields/records';
import type { LicenseKeyDto, LicenseKeyOutlineDto } from './dto/license-key.dto';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import type { LicenseKey } from './license-key.entity';

export const toLicenseKeyDto: (entity: LicenseKey) => LicenseKeyDto = recordShower(LICENSE_KEY_FIELDS);

export const toLicenseKeyOutlineDto: (entity: LicenseKey) => LicenseKeyOutlineDto = recordShower(
  publicFields(LICENSE_KEY_FIELDS),
);

/** The audit shows the key shortened, so that its readers can't use it. */
export function toAuditedLicenseKey(entity: LicenseKey): object {
  return Object.assign(toLicenseKeyDto(entity), { key: shortened(entity.key) });
}
