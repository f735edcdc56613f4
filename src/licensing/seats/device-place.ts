import type { DevicePlace } from '../devices/devices.repository';

/** A place in the list of a license key's devices, as it stands in a URL: a device's own would move whenever it is seen. */
export function writePlace({ hasSeat, lastSeen, id }: DevicePlace): string {
  return [Number(hasSeat), lastSeen, id].join('.');
}

/** @param text as `writePlace` made it */
export function readPlace(text: string): DevicePlace {
  const [hasSeat, lastSeen, id] = text.split('.').map(Number);
  return { hasSeat: hasSeat === 1, lastSeen, id };
}
