import { Injectable } from '@nestjs/common';
import { DevicesRepository } from '../devices/devices.repository';
import type { Outage, Outages } from './lease';
import { LeaseClock } from './lease-clock';
import type { ServicePeriod } from './service-period.entity';
import { ServicePeriodsRepository } from './service-periods.repository';

/** How often an instance notes that the service is there. */
export const BEAT_MS = 2000;
/** A longer silence of all instances was an outage. */
export const LONGEST_SILENCE_MS = 5000;
/** Three times the longest lease. */
const KEPT_MS = 90 * 86_400_000;

/**
 * Knows when no instance could answer, so that an outage costs no device its seat. What nobody noted lately, because the
 * database was away or the machine slept, it takes for an outage until it knows better.
 */
@Injectable()
export class OutageWatch {
  private known: Outages = [];
  /** Until when the service is known to have been there, in milliseconds since the Unix epoch. */
  private thereUntil = 0;
  /** Whether a clock was ahead, so that devices may have been seen at times to come, and nobody has mended that yet. */
  wasClockAhead = false;

  constructor(
    private readonly periods: ServicePeriodsRepository,
    private readonly devices: DevicesRepository,
    private readonly clock: LeaseClock,
  ) {}

  /** What time it is for leases, in milliseconds since the Unix epoch. */
  now(): number {
    return this.clock.now();
  }

  /** The outages so far, in the order of time; the last may not be over yet. */
  outages(now: number): Outages {
    const { known, thereUntil } = this;
    return now - thereUntil > LONGEST_SILENCE_MS ? [...known, { from: thereUntil, until: now }] : known;
  }

  /** Notes that the service is there, once there are devices, and learns what other instances have noted. */
  async beat(): Promise<void> {
    if ((await this.clock.set()) < -LONGEST_SILENCE_MS) this.wasClockAhead = true;
    const now = this.clock.now();
    if (await this.devices.exist()) {
      const periods = await this.note(now);
      this.known = outagesBetween(periods, now);
      if (periods.some(({ endedAt }) => isAhead(endedAt, now))) this.wasClockAhead = true;
    }
    this.thereUntil = now;
  }

  /** Learns what instances have noted, for who is no instance: a command notes nothing. */
  async look(): Promise<void> {
    await this.clock.set();
    const now = this.clock.now();
    const periods = await this.periods.findNewest();
    this.known = outagesBetween(periods, now);
    this.thereUntil = Math.max(0, ...periods.map(({ endedAt }) => Math.min(endedAt, now)));
  }

  /** @returns the periods of service, the present one among them */
  private async note(now: number): Promise<readonly Pick<ServicePeriod, 'startedAt' | 'endedAt'>[]> {
    const periods = await this.periods.findNewest();
    // What a clock that was ahead has noted says nothing about now, and must not be what is extended.
    const last = periods.findLast(({ endedAt }) => !isAhead(endedAt, now));
    if (last && now - last.endedAt <= LONGEST_SILENCE_MS) {
      // Another instance may have done so a moment ago.
      if (now - last.endedAt >= BEAT_MS / 2) await this.periods.extend(last.id, now);
      return periods;
    }
    // The first period begins before the first device came: until then there was nothing to note.
    const startedAt = periods.length > 0 || this.thereUntil === 0 ? now : this.thereUntil;
    await this.periods.begin(startedAt, now, now - KEPT_MS);
    return [...periods, { startedAt, endedAt: now }];
  }
}

/** Whether a time was noted by a clock that was ahead: more than the clocks of two instances differ by. */
const isAhead = (time: number, now: number): boolean => time > now + LONGEST_SILENCE_MS;

/**
 * The outages up to now; what was before the first period is unknown. A clock that was ahead may have noted periods that begin
 * later, which are none, or end later: those ended when the next one began at the latest.
 */
export function outagesBetween(periods: readonly Pick<ServicePeriod, 'startedAt' | 'endedAt'>[], now: number): Outages {
  const outages: Outage[] = [];
  let from = 0;
  const begun = periods.filter(({ startedAt }) => startedAt <= now).toSorted((a, b) => a.startedAt - b.startedAt);
  for (const [index, { startedAt, endedAt }] of begun.entries()) {
    // Two instances may begin a period at the same moment.
    if (startedAt - from > LONGEST_SILENCE_MS) outages.push({ from, until: startedAt });
    from = Math.max(from, isAhead(endedAt, now) ? (begun[index + 1]?.startedAt ?? now) : endedAt);
  }
  return outages;
}
