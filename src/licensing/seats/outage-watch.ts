import { Injectable } from '@nestjs/common';
import { DevicesRepository } from '../devices/devices.repository';
import { expiredUpTo, type Outage, type Outages } from './lease';
import { LeaseClock } from './lease-clock';
import type { ServicePeriod } from './service-period.entity';
import { ServicePeriodsRepository } from './service-periods.repository';

/** Interval between an instance's heartbeats, in milliseconds. */
export const BEAT_MS = 2000;
/** A longer silence of all instances is an outage. */
export const LONGEST_SILENCE_MS = 5000;
/** Three times the longest lease. */
const KEPT_MS = 90 * 86_400_000;

/** Knows when no instance could answer, so that an outage costs no device its seat. Silence counts as an outage. */
@Injectable()
export class OutageWatch {
  private known: Outages = [];
  /** The last heartbeat, in milliseconds since the Unix epoch. */
  private lastBeat = 0;
  /** A clock was ahead, so devices may have been seen in the future; `ClockRepair` resets it. */
  wasClockAhead = false;

  constructor(
    private readonly periods: ServicePeriodsRepository,
    private readonly devices: DevicesRepository,
    private readonly clock: LeaseClock,
  ) {}

  now(): number {
    return this.clock.now();
  }

  /** Chronological. The last may be ongoing. */
  outages(now: number): Outages {
    const { known, lastBeat } = this;
    return now - lastBeat > LONGEST_SILENCE_MS ? [...known, { from: lastBeat, until: now }] : known;
  }

  /** Leases of devices last seen then or before have expired. @param leaseSeconds null for leases that never expire */
  expiredUpTo(leaseSeconds: number | null, now: number): number {
    return expiredUpTo(now, leaseSeconds, this.outages(now));
  }

  /** Writes the heartbeat, once there are devices, and reads those of other instances. */
  async beat(): Promise<void> {
    if ((await this.clock.set()) < -LONGEST_SILENCE_MS) this.wasClockAhead = true;
    const now = this.clock.now();
    if (await this.devices.exist()) {
      const periods = await this.note(now);
      this.known = outagesBetween(periods, now);
      if (periods.some(({ endedAt }) => isAhead(endedAt, now))) this.wasClockAhead = true;
    }
    this.lastBeat = now;
  }

  /** For commands, which write no heartbeat. */
  async look(): Promise<void> {
    await this.clock.set();
    const now = this.clock.now();
    const periods = await this.periods.findNewest();
    this.known = outagesBetween(periods, now);
    this.lastBeat = Math.max(0, ...periods.map(({ endedAt }) => Math.min(endedAt, now)));
  }

  private async note(now: number): Promise<readonly Pick<ServicePeriod, 'startedAt' | 'endedAt'>[]> {
    const periods = await this.periods.findNewest();
    // A period of a clock that was ahead says nothing about now.
    const last = periods.findLast(({ endedAt }) => !isAhead(endedAt, now));
    if (last && now - last.endedAt <= LONGEST_SILENCE_MS) {
      // Another instance may just have done so.
      if (now - last.endedAt >= BEAT_MS / 2) await this.periods.extend(last.id, now);
      return periods;
    }
    // The first period starts before the first device, as nothing was written until then.
    const startedAt = periods.length > 0 || this.lastBeat === 0 ? now : this.lastBeat;
    await this.periods.begin(startedAt, now, now - KEPT_MS);
    return [...periods, { startedAt, endedAt: now }];
  }
}

const isAhead = (time: number, now: number): boolean => time > now + LONGEST_SILENCE_MS;

/** Periods that a fast clock started in the future don't count; if it ended one there, the next one's start ends it. */
export function outagesBetween(periods: readonly Pick<ServicePeriod, 'startedAt' | 'endedAt'>[], now: number): Outages {
  const outages: Outage[] = [];
  let from = 0;
  const begun = periods.filter(({ startedAt }) => startedAt <= now).toSorted((a, b) => a.startedAt - b.startedAt);
  for (const [index, { startedAt, endedAt }] of begun.entries()) {
    if (startedAt - from > LONGEST_SILENCE_MS) outages.push({ from, until: startedAt });
    from = Math.max(from, isAhead(endedAt, now) ? (begun[index + 1]?.startedAt ?? now) : endedAt);
  }
  return outages;
}
