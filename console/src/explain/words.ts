import type { DeviceDto, LoggedCheckDto, PastChangeDto, PastCheckDto } from '../api/schema';
import { isolated } from '../text/isolated';
import { clockTime, dayName, daysBetween } from '../text/times';

/** `Anna’s laptop`, `device 17`, `a check from 203.0.113.24`. */
export function askerOf({ deviceName, deviceId, address }: PastCheckDto): string {
  if (deviceName) return isolated(deviceName);
  return deviceId === undefined ? `a check from ${address}` : `device ${deviceId}`;
}

/** `: “dispute opened”`, where whoever changed something said why. */
export const reasonIn = ({ reason }: Pick<PastChangeDto, 'reason'>) => (reason ? `: “${reason}”` : '');

/** What is ours begins a sentence with a capital; what a device is called stays as it is. */
export const atStart = (text: string) =>
  text.replace(/^(?=(?:a check from|device \d|product \d))./, (first) => first.toUpperCase());

export const nameOfDevice = ({ id, name }: Pick<DeviceDto, 'id' | 'name'>) => isolated(name) || `device ${id}`;

/** `at 14:03`, `yesterday at 14:03`, `on 21 Nov at 14:03`. */
export function whenInWords(at: number, now: number): string {
  const days = daysBetween(now, at);
  const clock = `at ${clockTime(at)}`;
  if (days === 0) return clock;
  return days === -1 ? `yesterday ${clock}` : `on ${dayName(at, now)} ${clock}`;
}

const LIST = new Intl.ListFormat('en-GB');

/** `Desk`, `Desk and Old Mac`, `Desk, Old Mac and 3 others`. */
export function listed(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} others`] : names;
  return LIST.format(shown);
}

/** `Desk passed`, `Anna’s laptop refused, NO SEAT`, `device 3 gave its seat back`. */
export function checkInWords(
  { device, ip, status }: Pick<LoggedCheckDto, 'device' | 'ip' | 'status'>,
  names: ReadonlyMap<number | undefined, string>,
): string {
  const asker = device === undefined ? `a check from ${ip}` : (names.get(device) ?? `device ${device}`);
  if (status === 'AUTHORISED') return `${asker} passed`;
  return status === 'RELEASED' ? `${asker} gave its seat back` : `${asker} refused, ${status}`;
}
