import { Injectable } from '@nestjs/common';
import { atOneMoment, type Part, rowsOfParts } from '../../platform/database/one-moment';
import type { Inquiry, Read, Step, Write } from '../../platform/database/statement-runner';
import { devicesByHash, type StoredDevice } from '../devices/device-row';
import { DevicesRepository } from '../devices/devices.repository';
import { type CountChange, countsByKey, SeatCountsRepository } from '../devices/seat-counts.repository';
import { firstEnd, type FullKey, fullKeyOf, withEnds } from './first-free';
import { lapsedUpTo, type Outages } from './lease';
import { OutageWatch } from './outage-watch';
import { type KeySeats, type PlannedDevice, SeatPlan, type SeatedKey } from './seat-plan';
import { surplusOf } from './surplus-devices';

/** A device, by its hash, that may need a seat of a license key. */
export interface Asking {
  readonly key: SeatedKey;
  readonly hash: string;
}

/** Reads what a plan for the seats of a batch begins with, and writes what it ends with, within the batch's transaction. */
@Injectable()
export class SeatPlanner {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly counts: SeatCountsRepository,
    private readonly watch: OutageWatch,
  ) {}

  /** What time it is for leases, in milliseconds since the Unix epoch. */
  now(): number {
    return this.watch.now();
  }

  /**
   * Reads how the seats stand that some devices may need, of one key at least, and goes on with that.
   * @param seenAt until when outages are known, where that is another time than `now`
   */
  begin<Result>(
    asking: readonly Asking[],
    now: number,
    proceed: (plan: SeatPlan) => Step<Result>,
    seenAt = now,
  ): Inquiry<Result> {
    const outages = this.watch.outages(seenAt);
    const keys = new Map(asking.map(({ key }) => [key.id, key]));
    // At one moment, since an answer that changes no count can't notice that the count and its device don't go together.
    const parts = [
      ...this.lapsed([...keys.values()], now, outages),
      this.counts.lookUp([...keys.keys()]),
      this.devices.lookUp([...new Set(asking.map(({ hash }) => hash))]),
    ];
    return {
      reads: [atOneMoment(parts)],
      proceed: ([rows]) => {
        const found = rowsOfParts(parts, rows);
        const [counts, devices] = found.slice(-2);
        const lapsed = countsOf(found.slice(0, -2).flat() as [number][]);
        const read = { now, outages, counts: countsByKey(counts), lapsed, devices: devicesByHash(devices) };
        return proceed(new SeatPlan(read));
      },
    };
  }

  /**
   * Reads when the first seat of each of some license keys will be free, unless somebody renews it.
   * @param proceed gets the times by record id, in milliseconds since the Unix epoch
   */
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
          const hasEnough = leases.length === each.wanted && each.place + each.skipped === 0;
          return { ...withEnds(each, read, [...leases, ...holds]), hasEnough };
        });
        return this.firstFreeBesideLeases(known, read, proceed);
      },
    };
  }

  private firstEnds({ seats: { key, lapsedUpTo }, changed, skipped, wanted }: FullKey, now: number): Read[] {
    return [
      this.devices.longestUnseen(key.id, lapsedUpTo, now, changed, { skipped, wanted }),
      this.devices.firstHoldEnds(key.id, now, changed, wanted),
    ];
  }

  /**
   * Where more than one seat must end, or no seat is held by its lease alone, those are looked at that an offline license holds
   * besides: no index leads to them. Left out otherwise, they can but make the answer too late, and only until that ends.
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
      reads: short.map(({ seats: { key, lapsedUpTo }, changed, wanted }) =>
        this.devices.longestUnseenOfHeld(key.id, lapsedUpTo, read.now, changed, wanted),
      ),
      proceed: (found) => {
        const rest = short.map((each, index) => withEnds(each, read, found[index]));
        return tell([...known.filter((each) => !short.includes(each)), ...rest]);
      },
    };
  }

  /**
   * What makes the plan true. Of two transactions that change the seats of one key, one finds something else than it read; that the
   * key still has as many, and the same lease, is seen to by `LicenseKeysRepository.sightings`.
   */
  writes({ read: { now }, recounted, devices }: SeatPlan): Write[] {
    const hashes = (wanted: (device: PlannedDevice) => boolean): string[] =>
      [...devices].filter(([, device]) => device.stored && wanted(device)).map(([hash]) => hash);
    return [
      ...this.counts.setting(recounted.map(countChange)),
      ...recounted
        .filter(({ lapsed }) => lapsed > 0)
        .map((seats) => this.devices.eviction(seats.key.id, seats.lapsedUpTo, now, seats.lapsed)),
      ...this.devices.insertion([...devices].flatMap(([hash, device]) => newDevice(hash, device, now))),
      ...this.devices.returning(
        hashes(({ hadSeat, hasSeat }) => !hadSeat && hasSeat),
        now,
      ),
      ...this.devices.sightings(
        hashes(({ hadSeat, hasSeat, isSeen }) => hadSeat && hasSeat && isSeen),
        now,
      ),
      ...this.devices.releases(
        hashes(({ hadSeat, hasSeat }) => hadSeat && !hasSeat),
        now,
      ),
      ...this.devices.partings(
        hashes(({ hasSeat, isSeen }) => !hasSeat && isSeen),
        now,
      ),
      ...this.devices.retirements(
        hashes(({ isRetired }) => isRetired),
        now,
      ),
      ...this.devices.trimming(recounted.flatMap(surplusOf)),
      ...this.devices.descriptions([...devices].flatMap(([hash, device]) => newDescription(hash, device))),
    ];
  }

  private lapsed(keys: readonly SeatedKey[], now: number, outages: Outages): Part[] {
    const byLease = new Map<number | null, number[]>();
    for (const { id, leaseSeconds } of keys) byLease.set(leaseSeconds, [...(byLease.get(leaseSeconds) ?? []), id]);
    return [...byLease].map(([leaseSeconds, ids]) =>
      this.devices.lapsed(ids, lapsedUpTo(now, leaseSeconds, outages), now),
    );
  }
}

/** How often each of some record ids is there. */
function countsOf(rows: readonly (readonly [keyId: number])[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const [keyId] of rows) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
  return counts;
}

/** When the first seat of a license key is free, by record id; nothing when no lease and no license of it ends. */
function freeAt(full: FullKey): [number, number][] {
  const end = firstEnd(full);
  return end === undefined ? [] : [[full.seats.key.id, end]];
}

function countChange({ key, before, taken, lastDevice }: KeySeats): CountChange {
  return { keyId: key.id, before, after: { taken, lastDevice } };
}

function newDevice(
  hash: string,
  { keyId, id, stored, hasSeat, name, address }: PlannedDevice,
  now: number,
): StoredDevice[] {
  return stored ? [] : [{ keyId, id, hash, name, address, hasSeat, firstSeen: now, lastSeen: now, heldUntil: 0 }];
}

function newDescription(
  hash: string,
  { stored, name, address }: PlannedDevice,
): Pick<StoredDevice, 'hash' | 'name' | 'address'>[] {
  return !stored || (stored.name === name && stored.address === address) ? [] : [{ hash, name, address }];
}
