import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { CustomerDto, DeviceDto, LicenseKeyDto } from '../api/schema';
import { namedCustomerQuery } from '../customers/customer-names';
import { stateOf } from '../keys/key-state';
import { partsFound, partsOfKey } from './matching';

/** A license key with what else says why it was found. */
export interface FoundKey {
  readonly licenseKey: LicenseKeyDto;
  /** Null without a record; undefined for people who may not see customers. */
  readonly customer: CustomerDto | null | undefined;
  /** Absent if nobody had to look at them. */
  readonly devices?: readonly DeviceDto[];
}

/** So many license keys have their devices looked at: each is a request. */
const LOOKED_AT = 8;

export const devicesQuery = (keyId: number) =>
  queryOptions({
    queryKey: ['keys', 'first devices', keyId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/keys/{id}/devices', { params: { path: { id: String(keyId) } }, signal })),
  });

/** Adds customers, and the devices of keys that count them or that nothing else explains. */
export async function completed(
  keys: readonly LicenseKeyDto[],
  { q, terms, seesCustomers }: { q: string; terms: readonly string[]; seesCustomers: boolean },
  cache: QueryClient,
): Promise<FoundKey[]> {
  const named = await Promise.all(
    keys.map(async (licenseKey) => ({
      licenseKey,
      customer: seesCustomers ? await cache.fetchQuery(namedCustomerQuery(licenseKey.uuid)) : undefined,
    })),
  );
  const lookedAt = named
    .filter((found) => found.licenseKey.seats !== undefined || !isExplained(found, q, terms))
    .slice(0, LOOKED_AT);
  const devices = await Promise.all(
    lookedAt.map(({ licenseKey }) => cache.fetchQuery({ ...devicesQuery(licenseKey.id), staleTime: 5000 })),
  );
  return named.map((found) => {
    const at = lookedAt.indexOf(found);
    return at < 0 ? found : { ...found, devices: devices[at] };
  });
}

/** The texts of a key and its customer, without note and metadata. */
export const textsOf = ({ licenseKey, customer }: FoundKey): string[] =>
  [licenseKey.uuid, licenseKey.ip, String(licenseKey.id), customer?.name, customer?.email].filter(
    (text) => text !== undefined,
  );

/** Note and metadata of a key. */
export const notesOf = ({ note, metadata = {} }: LicenseKeyDto): string[] => [
  ...(note === undefined ? [] : [note]),
  ...Object.values(metadata).map(String),
];

/** Whether each term is in a text that is known without asking for the devices. */
function isExplained(found: FoundKey, q: string, terms: readonly string[]): boolean {
  if (partsOfKey(found.licenseKey.key, q).length > 0) return true;
  const texts = [...textsOf(found), ...notesOf(found.licenseKey)];
  return terms.every((term) => texts.some((text) => partsFound(text, [term]).length > 0));
}

export const takenSeats = (devices: readonly DeviceDto[]): number => devices.filter(({ hasSeat }) => hasSeat).length;

/** The state of a key; with devices, also whether its seats are all taken. */
export function stateWithSeats({ licenseKey, devices }: Pick<FoundKey, 'licenseKey' | 'devices'>) {
  const state = stateOf(licenseKey);
  const { seats } = licenseKey;
  const isFull = devices !== undefined && seats !== undefined && takenSeats(devices) >= seats;
  if (!isFull || state.tone !== 'good') return state;
  return { word: 'Seats full', tone: 'warn', why: 'All seats are taken: another device is refused.' } as const;
}
