import type { Surplus } from '../devices/devices.repository';
import type { KeySeats } from './seat-plan';

/** Devices without a seat that a license key keeps, besides as many as it has seats: all of those may lose theirs at once. */
const SPARE = 1000;
/** Looked at once in so many new devices, so that hardly any pays for it. */
const EVERY = 100;

/** The devices that a license key has to forget, if it is time to look for some: who makes up a new device for each check makes no more rows. */
export function surplusOf({ key, before, lastDevice }: KeySeats): Surplus[] {
  const kept = key.seats + SPARE;
  const known = before?.lastDevice ?? 0;
  const isTime = lastDevice > kept && Math.floor(lastDevice / EVERY) > Math.floor(known / EVERY);
  // More than were added since the last time, so that those of an earlier version go too.
  return isTime ? [{ keyId: key.id, kept, most: 10 * (lastDevice - known + EVERY) }] : [];
}
