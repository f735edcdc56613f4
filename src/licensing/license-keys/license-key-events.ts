import {
  type EventSource,
  type EventType,
  formerValues,
  recordData,
  type Told,
  type ToldChange,
} from '../../platform/events/event-types';
import { LicenseKeyDto } from './dto/license-key.dto';

/** What the program did that asks about a license key. */
export const BY_CLIENT = { targetType: 'licenseKey', actorType: 'client', actorName: '' } as const;

export class LicenseKeyEventDto {
  /** The license key; `key` is shortened unless asked for in full. @example { "id": 1, "uuid": "customer-17", "product": 6, "key": "5f0c8e1b…", "disabled": false } */
  licenseKey: LicenseKeyDto;
}

class ChangedLicenseKeyEventDto extends LicenseKeyEventDto {
  /** The former values of what changed; null if there was none. @example { "disabled": false } */
  previous: object;
}

class ExpiringLicenseKeyEventDto extends LicenseKeyEventDto {
  /** How many days before the end. @example 7 */
  days: number;

  /** Until when the license key passes after its end, in milliseconds since the Unix epoch; absent without grace. @example 1767830400000 */
  graceUntil?: number;
}

class ExpiredLicenseKeyEventDto extends LicenseKeyEventDto {
  /** Until when the license key still passes, in milliseconds since the Unix epoch; absent without grace. @example 1767830400000 */
  graceUntil?: number;
}

class FirstUsedEventDto extends LicenseKeyEventDto {
  /** How the first check was answered. @example "AUTHORISED" */
  status: string;
}

class DeviceEventDto extends LicenseKeyEventDto {
  /** The device, as the list of devices shows it. @example { "id": 17, "name": "Laptop of Anna", "hasSeat": true } */
  device: object;
}

class ReleasedDeviceEventDto extends LicenseKeyEventDto {
  /** The device, if it was one. @example { "id": "d-7", "hasSeat": false } */
  device?: object;
  /** How many seats are taken now, if all were released at once. @example 0 */
  seatsTaken?: number;
  /** The former values of what changed. @example { "hasSeat": true } */
  previous: object;
}

class WithdrawnUseEventDto extends LicenseKeyEventDto {
  /** The use, as the list of uses shows it. @example { "id": 17, "meter": "exports", "amount": 1, "useId": "export-0815" } */
  use: object;
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
  renew: {
    name: 'licenseKey.renewed',
    when: 'A license key got more time, by the duration of its plan or another one.',
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
  withdraw: {
    name: 'uses.withdrawn',
    when: 'An operator took back a use, which no longer counts.',
    data: WithdrawnUseEventDto,
  },
  expiring: {
    name: 'licenseKey.expiring',
    when: 'A license key will expire in as many `days` as `EXPIRY_NOTICE_DAYS` says: 30, 7 and 1 by default.',
    data: ExpiringLicenseKeyEventDto,
  },
  expire: { name: 'licenseKey.expired', when: 'A license key has expired.', data: ExpiredLicenseKeyEventDto },
  firstUse: {
    name: 'licenseKey.firstUsed',
    when: 'A license key was checked for the first time.',
    data: FirstUsedEventDto,
  },
  begin: {
    name: 'licenseKey.begun',
    when: 'The time of a license key began with its first check that passed, as its plan says.',
    data: LicenseKeyEventDto,
  },
  try: {
    name: 'trial.started',
    when: 'A device started its trial of a product; `licenseKey.created` tells of its license key too.',
    data: LicenseKeyEventDto,
  },
  seat: {
    name: 'device.seated',
    when: 'A device got a seat that it did not have: its first, or another after a release or the end of its lease.',
    data: DeviceEventDto,
  },
  refuse: {
    name: 'device.refused',
    when: 'A check was answered NO SEAT; told at most once a license key and hour.',
    data: DeviceEventDto,
  },
} as const satisfies Record<string, EventType>;

/** `create`, `update` and so on tell the license key; a `release` tells what became of a device, with the license key as its subject. */
export const LICENSE_KEY_EVENTS: EventSource = {
  targetType: 'licenseKey',
  types: Object.values(TYPES),
  tell(change) {
    if (change.action === 'release') return release(change);
    if (change.action === 'withdraw') return withdrawal(change);
    const state = (change.after ?? change.before) as LicenseKeyDto;
    return { type: typeOf(change).name, ...aboutLicenseKey(state), data: recordData('licenseKey', change) };
  },
};

type ToldOfKey = Told & { readonly targetId: number };

export const firstUsedEvent = (licenseKey: LicenseKeyDto, status: string): ToldOfKey =>
  ofKey(TYPES.firstUse, licenseKey, { status });

export const begunEvent = (licenseKey: LicenseKeyDto): ToldOfKey => ofKey(TYPES.begin, licenseKey, {});

export const trialEvent = (licenseKey: LicenseKeyDto): ToldOfKey => ofKey(TYPES.try, licenseKey, {});

export const seatedEvent = (licenseKey: LicenseKeyDto, device: object): ToldOfKey =>
  ofKey(TYPES.seat, licenseKey, { device });

export const refusedEvent = (licenseKey: LicenseKeyDto, device: object): ToldOfKey =>
  ofKey(TYPES.refuse, licenseKey, { device });

/** @param days before the end; 0 for the end itself @param graceUntil undefined without grace */
export const expiryEvent = (licenseKey: LicenseKeyDto, days: number, graceUntil?: number): ToldOfKey =>
  days === 0
    ? ofKey(TYPES.expire, licenseKey, { graceUntil })
    : ofKey(TYPES.expiring, licenseKey, { days, graceUntil });

function ofKey({ name }: EventType, licenseKey: LicenseKeyDto, more: object): ToldOfKey {
  return { type: name, targetId: licenseKey.id, ...aboutLicenseKey(licenseKey), data: { licenseKey, ...more } };
}

export const aboutLicenseKey = ({ uuid, product }: LicenseKeyDto): Pick<Told, 'uid' | 'product'> => ({
  uid: uuid,
  product,
});

function typeOf({ action, before, after }: ToldChange): EventType {
  if (action !== 'update') return TYPES[action as 'create' | 'renew' | 'delete'];
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

function withdrawal({ after, subject }: ToldChange): Told {
  const licenseKey = subject as LicenseKeyDto;
  const { use } = after as { use: object };
  return { type: TYPES.withdraw.name, ...aboutLicenseKey(licenseKey), data: { licenseKey, use } };
}
