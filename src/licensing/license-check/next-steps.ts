import { DAY_MS } from '../../platform/time-ranges/spans';
import type { DeviceDto } from '../seats/dto/device.dto';
import type { ExplanationDto } from './dto/explanation.dto';
import type { NextStepDto } from './dto/past-check.dto';

const MONTH_MS = 31 * DAY_MS;

/** What would let a refused check pass, most likely first. @param devices those with a seat, newest seen first */
export function nextSteps(
  { status, at, address, licenseKey }: Pick<ExplanationDto, 'status' | 'at' | 'address' | 'licenseKey'>,
  devices: readonly DeviceDto[],
): NextStepDto[] {
  if (status === 'KEY DISABLED') return [{ step: 'enable' }];
  if (status === 'NOT ACTIVE') return [{ step: 'activate' }];
  if (status === 'EXPIRED') return [{ step: 'extend', expiresAt: monthMore(licenseKey?.expiresAt ?? at, at) }];
  if (status === 'NOT AUTHORISED') return [{ step: 'bind', ip: address }, { step: 'forgetAddress' }];
  if (status !== 'NO SEAT') return [];
  // Releasing a device doesn't free a seat held by an offline license.
  const idle = devices.findLast(({ hasSeat, heldUntil }) => hasSeat && heldUntil === undefined);
  const release: NextStepDto[] = idle
    ? [{ step: 'releaseDevice', deviceId: idle.id, deviceName: idle.name, lastSeen: idle.lastSeen }]
    : [];
  return [...release, { step: 'addSeat', seats: Math.max(licenseKey?.seats ?? 0, devices.length) + 1 }];
}

/** A month from the current end, if that suffices: the most that support may add. */
function monthMore(expiresAt: number, now: number): number {
  return (expiresAt + MONTH_MS > now ? expiresAt : now) + MONTH_MS;
}
