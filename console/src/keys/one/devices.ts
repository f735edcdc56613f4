import { useQuery } from '@tanstack/react-query';
import { api, pageOf } from '../../api/client';
import type { DeviceDto, LicenseKeyDto, UsedDeviceDto } from '../../api/schema';
import { useCan } from '../../session/me';
import { usePages } from '../../table/use-pages';
import { DAY_MS } from '../../text/times';
import { keyUsageQuery } from '../../usage/use-usage';

export type Device = DeviceDto;

/** The scopes of which one is needed to release a device. */
export const RELEASES = ['devices:write', 'keys:support', 'keys:write'];

const LIMIT = 50;
/** A device that wasn't seen for so long, and keeps its seat, is pointed out. */
const SILENT_MS = 30 * DAY_MS;

/** The devices of a license key: first those with a seat, those seen last first. */
export function useDevices({ id }: Pick<LicenseKeyDto, 'id'>) {
  const pages = usePages<Device>({
    queryKey: ['keys', 'devices', id],
    load: (cursor, signal) =>
      pageOf(
        api.GET('/api/keys/{id}/devices', {
          params: { path: { id: String(id) }, query: { limit: LIMIT, ...cursor } },
          signal,
        }),
      ),
  });
  const { rows, hasMore } = pages;
  const firstSeen = rows.map((device) => device.firstSeen).filter((at) => at > 0);
  return {
    pages,
    taken: rows.filter(({ hasSeat }) => hasSeat).length,
    /** Whether there may be more with a seat than were read. */
    isCut: hasMore && rows.at(-1)?.hasSeat === true,
    firstUsed: firstSeen.length === 0 || hasMore ? undefined : Math.min(...firstSeen),
  };
}

/** How a license key was used in 90 days, for those who may see its logs. */
export function useKeyUsage(keyId: number) {
  return useQuery({ ...keyUsageQuery(keyId), enabled: useCan('logs:read') });
}

export const nameOfDevice = ({ id, name }: Pick<Device, 'id' | 'name'>) => name || `Device ${id}`;

/** It has long been silent, but keeps its seat, which no offline license holds. */
export const isSilent = ({ hasSeat, heldUntil, lastSeen }: Device, now: number) =>
  hasSeat && heldUntil === undefined && now - lastSeen > SILENT_MS;

/** What its program said of itself at its last check: "4.2.0 Windows". */
export const programOf = (used: UsedDeviceDto | undefined): string =>
  used?.days.findLast(({ details }) => details !== '')?.details ?? '';
