import type { EventSource } from '../../platform/events/event-types';
import type { LicenseKeyDto } from '../license-keys/dto/license-key.dto';
import { aboutLicenseKey, LicenseKeyEventDto } from '../license-keys/license-key-events';

class IssuedLicenseEventDto extends LicenseKeyEventDto {
  /** The license: its id, the device it is for, and its end in seconds since the Unix epoch. @example { "jti": "b7f3", "exp": 1798761600 } */
  license: object;
}

const ISSUED = { name: 'license.issued', when: 'An offline license was issued.', data: IssuedLicenseEventDto };

export const LICENSE_EVENTS: EventSource = {
  targetType: 'license',
  types: [ISSUED],
  tell({ after, subject }) {
    const licenseKey = subject as LicenseKeyDto;
    return { type: ISSUED.name, ...aboutLicenseKey(licenseKey), data: { licenseKey, license: after } };
  },
};
