import { Injectable } from '@nestjs/common';
import { atOneMoment, type Part, rowsOfParts } from '../../platform/database/one-moment';
import type { FurtherReads, Read, Step, Write } from '../../platform/database/statement-runner';
import { DeviceHashes, type NamedDevice } from '../devices/device-hashes';
import { devicesByHash, type StoredDevice } from '../devices/device-row';
import { type Description, DevicesRepository, type Surplus } from '../devices/devices.repository';
import { type CountChange, countsByKey, SeatCountsRepository } from '../devices/seat-counts.repository';
import { limitsOf } from '../license-keys/key-terms';
import type { CheckedKey } from '../license-keys/license-key-row';
import { firstEnd, type FullKey, fullKeyOf, withEnds } from './first-free';
import { expiredUpTo, type Outages } from './lease';
import { OutageWatch } from './outage-watch';
import { type KeySeats, type PlannedDevice, type SeatClaim, type SeatedKey, SeatPlan } from './seat-plan';

/** Devices without a seat that a key keeps, on top of its number of seats. */
const SPARE_DEVICES = 1000;
/** New devices of a key between two trims. */
const TRIM_EVERY = 100;

/** Reads the input of a batch's seat plan and writes its outcome, in the batch's transaction. */
@Injectable()
export class SeatPlanner {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly counts: SeatCountsRepository,
    private readonly watch: OutageWatch,
    private readonly hashes: DeviceHashes,
  ) {}

  now(): number {
    return this.watch.now();
  }

  claimOf(key: CheckedKey, device: NamedDevice): SeatClaim | undefined {
    const { id } = key;
    const { seats, leaseSeconds } = limitsOf(key);
    if (seats === null) return undefined;
    return { key: { id, seats, leaseSeconds }, hash: this.hashes.hashOf(id, device) };
  }

  /** @param claims at least one @param seenAt until when outages are known, by default `now` */
  begin<Result>(
    claims: readonly SeatClaim[],
    now: number,
    proceed: (plan: SeatPlan) => Step<Result>,
    seenAt = now,
  ): FurtherReads<Result> {
    const outages = this.watch.outages(seenAt);
    const keys = new Map(claims.map(({ key }) => [key.id, key]));
    // In one statement: otherwise count and device could differ in age, unnoticed if no count changes.
    const parts = [
      ...this.expired([...keys.values()], now, outages),
      this.counts.lookUp([...keys.keys()]),
      this.devices.lookUp([...new Set(claims.map(({ hash }) => hash))]),
    ];
    return {
      reads: [atOneMoment(parts)],
      proceed: ([rows]) => {
        const found = rowsOfParts(parts, rows);
        const [counts, devices] = found.slice(-2);
        const expired = countById(found.slice(0, -2).flat() as [number][]);
        const read = { now, outages, counts: countsByKey(counts), expired, devices: devicesByHash(devices) };
        return proceed(new SeatPlan(read));
      },
    };
  }

  /** When a seat becomes free unless renewed: milliseconds since the Unix epoch, by record id. */
  firstFree<Result>(
    plan: SeatPlan,
    keyIds: readonly number[],
    proceed: (times: ReadonlyMap<number, number>) => Step<Result>,
  ): Step<Result> {
    if (keyIds.length === 0) return proceed(new Map());
    const { read } = plan;
    const full = keyIds.map((id) => fullKeyOf(plan, plan.keys.get(id)!));
    return {
      reads: full.flatMap((each) => this.firstEnds(each, read.now)),
      proceed: (found) => {
        const known = full.map((each, index) => {
          const [leases, holds] = found.slice(2 * index);
          const hasEnough = leases.length === each.wanted && each.rank + each.skipped === 0;
          return { ...withEnds(each, read, [...leases, ...holds]), hasEnough };
        });
        return this.firstFreeBesideLeases(known, read, proceed);
      },
    };
  }

  private firstEnds({ seats: { key, expiredUpTo: after }, changed, skipped, wanted }: FullKey, now: number): Read[] {
    return [
      this.devices.longestUnseen(key.id, after, now, changed, { skipped, wanted }),
      this.devices.firstHoldEnds(key.id, now, changed, wanted),
    ];
  }

  /**
   * Reads leased seats that a license holds too, but only if they may matter: no index covers them.
   * Leaving them out can only make the answer too late.
   */
  private firstFreeBesideLeases<Result>(
    known: readonly (FullKey & { readonly hasEnough: boolean })[],
    read: SeatPlan['read'],
    proceed: (times: ReadonlyMap<number, number>) => Step<Result>,
  ): Step<Result> {
    const tell = (full: readonly FullKey[]) => proceed(new Map(full.flatMap(freeAt)));
    const short = known.filter(({ hasEnough, seats }) => !hasEnough && seats.key.leaseSeconds !== null);
    if (short.length === 0) return tell(known);
    return {
      reads: short.map(({ seats: { key, expiredUpTo: after }, changed, wanted }) =>
        this.devices.longestUnseenOfHeld(key.id, after, read.now, changed, wanted),
      ),
      proceed: (found) => {
        const rest = short.map((each, index) => withEnds(each, read, found[index]));
        return tell([...known.filter((each) => !short.includes(each)), ...rest]);
      },
    };
  }

  /** Of two transactions on a key's seats, one fails. `LicenseKeysRepository.sightings` checks the key itself. */
  writes({ read: { now }, recounted, devices }: SeatPlan): Write[] {
    const hashes = (isMeant: (device: PlannedDevice) => boolean): string[] =>
      [...devices].filter(([, device]) => device.stored && isMeant(device)).map(([hash]) => hash);
    const returned = hashes(({ hadSeat, hasSeat }) => !hadSeat && hasSeat);
    const renewed = hashes(({ hadSeat, hasSeat, isSeen }) => hadSeat && hasSeat && isSeen);
    const released = hashes(({ hadSeat, hasSeat }) => hadSeat && !hasSeat);
    const seenWithoutSeat = hashes(({ hasSeat, isSeen }) => !hasSeat && isSeen);
    const refused = hashes(({ isRefused }) => isRefused);
    const held = hashes(({ hasEndedLease }) => hasEndedLease);
    return [
      ...this.counts.setting(recounted.map(countChange)),
      ...recounted
        .filter(({ expired }) => expired > 0)
        .map((seats) => this.devices.eviction(seats.key.id, seats.expiredUpTo, now, seats.expired)),
      ...this.devices.insertion([...devices].flatMap(([hash, device]) => newDevice(hash, device, now))),
      ...this.devices.returns(returned, now),
      ...this.devices.renewals(renewed, now),
      ...this.devices.releases(released, now),
      ...this.devices.sightings(seenWithoutSeat, now),
      ...this.devices.refusals(refused, now),
      ...this.devices.leaseEndings(held, now),
      ...this.devices.trimming(recounted.flatMap(surplusOf)),
      ...this.devices.descriptions([...devices].flatMap(([hash, device]) => newDescription(hash, device))),
      ...this.devices.rewordings([...devices.values()].filter(isRenamed)),
    ];
  }

  private expired(keys: readonly SeatedKey[], now: number, outages: Outages): Part[] {
    const byLease = new Map<number | null, number[]>();
    for (const { id, leaseSeconds } of keys) byLease.set(leaseSeconds, [...(byLease.get(leaseSeconds) ?? []), id]);
    return [...byLease].map(([leaseSeconds, ids]) =>
      this.devices.expired(ids, expiredUpTo(now, leaseSeconds, outages), now),
    );
  }
}

function countById(rows: readonly (readonly [keyId: number])[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const [keyId] of rows) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
  return counts;
}

function freeAt(full: FullKey): [number, number][] {
  const end = firstEnd(full);
  return end === undefined ? [] : [[full.seats.key.id, end]];
}

/** Bounds the table if a client invents a device for each check. */
function surplusOf({ key, before, lastDevice }: KeySeats): Surplus[] {
  const kept = key.seats + SPARE_DEVICES;
  const known = before?.lastDevice ?? 0;
  const isDue = lastDevice > kept && Math.floor(lastDevice / TRIM_EVERY) > Math.floor(known / TRIM_EVERY);
  // More than were added since then, to reduce an existing surplus.
  return isDue ? [{ keyId: key.id, kept, most: 10 * (lastDevice - known + TRIM_EVERY) }] : [];
}

function countChange({ key, before, taken, lastDevice }: KeySeats): CountChange {
  return { keyId: key.id, before, after: { taken, lastDevice } };
}

function newDevice(
  hash: string,
  { keyId, id, stored, hasSeat, isSeen, isRefused, name, address }: PlannedDevice,
  now: number,
): StoredDevice[] {
  if (stored) return [];
  const times = { firstSeen: isSeen ? now : 0, lastSeen: now, heldUntil: 0, refusedAt: isRefused ? now : null };
  return [{ keyId, id, hash, name, address, hasSeat, ...times }];
}

function isRenamed({ stored, name }: PlannedDevice): boolean {
  return stored !== undefined && stored.name !== name;
}

function newDescription(hash: string, { stored, name, address }: PlannedDevice): Description[] {
  if (!stored || (stored.name === name && stored.address === address)) return [];
  return [{ hash, ...(stored.name !== name && { name }), ...(stored.address !== address && { address }) }];
}
