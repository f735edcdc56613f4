import { canonicalRange } from '../../platform/addresses/address';
import type { LicenseLogRow } from '../license-logs/license-logs.repository';
import { RELEASED } from '../license-logs/verdict-labels';
import type { UsedAddressDto, UsedDayDto, UsedDeviceDto } from './dto/usage.dto';
import type { LocalDay } from '../../platform/time-ranges/local-days';

/** More addresses than this in one network are shown as the network. */
const FOLDED = 3;
const MOST_ADDRESSES = 20;

interface Used {
  readonly key: number;
  readonly id: number | undefined;
  passed: number;
  refused: number;
  lastPassedAt?: number;
  lastRefusedAt?: number;
  lastRefusal?: number;
  readonly days: Map<number, UsedDayDto>;
}

interface Origin {
  readonly addresses: Set<string>;
  readonly devices: Map<string, { readonly key: number; readonly id?: number }>;
  checks: number;
  lastAt: number;
}

/** Sums logs by device and day, and by address. Takes the logs of a key newest first. */
export class UsageSums {
  passed = 0;
  refused = 0;
  private readonly used = new Map<string, Used>();
  private readonly origins = new Map<string, Origin>();

  constructor(private readonly days: readonly LocalDay[]) {}

  add([id, key, timeAt, ip, details, status, , device]: LicenseLogRow): void {
    const place = this.placeOf(timeAt);
    if (place < 0 || status === RELEASED) return;
    const passes = status === 'AUTHORISED';
    this[passes ? 'passed' : 'refused']++;
    const used = this.usedBy(key, device ?? undefined);
    used[passes ? 'passed' : 'refused']++;
    used[passes ? 'lastPassedAt' : 'lastRefusedAt'] ??= timeAt;
    if (!passes) used.lastRefusal ??= id;
    const day = used.days.get(place) ?? { day: this.days[place].day, passed: 0, refused: 0, address: ip, details };
    day[passes ? 'passed' : 'refused']++;
    used.days.set(place, day);
    const origin = this.origins.get(ip) ?? { addresses: new Set([ip]), devices: new Map(), checks: 0, lastAt: 0 };
    origin.checks++;
    origin.lastAt = Math.max(origin.lastAt, timeAt);
    origin.devices.set(`${key} ${device}`, { key, id: device ?? undefined });
    this.origins.set(ip, origin);
  }

  /** Days oldest first; devices by their last check, newest first. */
  devices(): UsedDeviceDto[] {
    return [...this.used.values()].map(({ days, ...device }) => ({
      ...device,
      days: [...days].toSorted(([a], [b]) => a - b).map(([, day]) => day),
    }));
  }

  /** Busiest first; several addresses of a network as one. */
  addresses(): { shown: UsedAddressDto[]; others: number } {
    const networks = new Map<string, [string, Origin][]>();
    for (const each of this.origins) {
      const network = networkOf(each[0]);
      networks.set(network, [...(networks.get(network) ?? []), each]);
    }
    const all = [...networks].flatMap(([network, origins]) =>
      origins.length < FOLDED
        ? origins.map(([address, origin]) => toAddress(address, [origin]))
        : [
            toAddress(
              network,
              origins.map(([, origin]) => origin),
            ),
          ],
    );
    const sorted = all.toSorted((a, b) => b.checks - a.checks || b.lastAt - a.lastAt);
    return { shown: sorted.slice(0, MOST_ADDRESSES), others: Math.max(0, sorted.length - MOST_ADDRESSES) };
  }

  private usedBy(key: number, id: number | undefined): Used {
    const name = `${key} ${id}`;
    const used = this.used.get(name) ?? { key, id, passed: 0, refused: 0, days: new Map<number, UsedDayDto>() };
    this.used.set(name, used);
    return used;
  }

  /** Index of a time's day; -1 before the first. */
  private placeOf(time: number): number {
    return this.days.findLastIndex(({ from }) => from <= time);
  }
}

function networkOf(address: string): string {
  return canonicalRange(`${address}/${address.includes(':') ? 48 : 24}`) ?? address;
}

function toAddress(address: string, origins: readonly Origin[]): UsedAddressDto {
  const devices = new Map(origins.flatMap((origin) => [...origin.devices]));
  return {
    address,
    addresses: origins.length,
    checks: origins.reduce((sum, { checks }) => sum + checks, 0),
    lastAt: Math.max(...origins.map(({ lastAt }) => lastAt)),
    devices: [...devices.values()],
  };
}
