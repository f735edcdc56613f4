import {
  type EventSource,
  type EventType,
  formerValues,
  recordData,
  type Told,
  type ToldChange,
} from '../../platform/events/event-types';
import { LicenseKeyDto } from './dto/license-key.dto';

export class LicenseKeyEventDto {
  licenseKey: LicenseKeyDto;
}

class ChangedLicenseKeyEventDto extends LicenseKeyEventDto {
  /** The former values of what changed; null if there was none. @example { "disabled": false } */
  previous: object;
}

class ReleasedDeviceEventDto extends LicenseKeyEventDto {
  /** The device, if it was one. @example { "id": "d-7", "hasSeat": false } */
  device?: object;
  /** How many seats are taken now, if all were released at once. @example 0 */
  seatsTaken?: number;
  /** The former values of what changed. @example { "hasSeat": true } */
  previous: object;
}

const TYPES = {
  create: { name: 'licenseKey.created', when: 'A license key was created or imported.', data: LicenseKeyEventDto },
  update: {
    name: 'licenseKey.updated',
    when: 'A license key was changed or replaced, other than by `licenseKey.disabled` and `licenseKey.enabled`.',
    data: ChangedLicenseKeyEventDto,
  },
  disable: {
    name: 'licenseKey.disabled',
    when: 'A license key was disabled, whatever else changed with it.',
    data: ChangedLicenseKeyEventDto,
  },
  enable: {
    name: 'licenseKey.enabled',
    when: 'A license key was enabled again, whatever else changed with it.',
    data: ChangedLicenseKeyEventDto,
  },
  delete: {
    name: 'licenseKey.deleted',
    when: 'A license key was deleted; the data are its last state.',
    data: LicenseKeyEventDto,
  },
  release: {
    name: 'device.released',
    when: 'An operator released a seat, or all seats of a license key.',
    data: ReleasedDeviceEventDto,
  },
} as const satisfies Record<string, EventType>;

/** `create`, `update` and so on tell the license key; a `release` tells what became of a device, with the license key as its subject. */
export const LICENSE_KEY_EVENTS: EventSource = {
  targetType: 'licenseKey',
  types: Object.values(TYPES),
  tell(change) {
    if (change.action === 'release') return release(change);
    const state = (change.after ?? change.before) as LicenseKeyDto;
    return { type: typeOf(change).name, ...aboutLicenseKey(state), data: recordData('licenseKey', change) };
  },
};

export const aboutLicenseKey = ({ uuid, product }: LicenseKeyDto): Pick<Told, 'uid' | 'product'> => ({
  uid: uuid,
  product,
});

function typeOf({ action, before, after }: ToldChange): EventType {
  if (action !== 'update') return TYPES[action as 'create' | 'delete'];
  const [was, is] = [(before as LicenseKeyDto).disabled, (after as LicenseKeyDto).disabled];
  if (was === is) return TYPES.update;
  return is ? TYPES.disable : TYPES.enable;
}

function release({ before, after, subject }: ToldChange): Told {
  const licenseKey = subject as LicenseKeyDto;
  const { device: was, ...sumsBefore } = before as { device?: object };
  const { device, ...sums } = after as { device?: object };
  const [former, now] = [was ?? sumsBefore, device ?? sums] as Record<string, unknown>[];
  const data = { licenseKey, ...(device ? { device } : sums), previous: formerValues(former, now) };
  return { type: TYPES.release.name, ...aboutLicenseKey(licenseKey), data };
}
