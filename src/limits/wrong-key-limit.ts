import { Injectable } from '@nestjs/common';
import { DEFAULT_IPV6_SUBNET_PREFIX, normalizeIp } from '@nestjs/throttler';
import { Settings } from '../settings/settings';
import { SharedCounts } from './shared-counts';

const WINDOW_MS = 60_000;
/** Addresses that are remembered as blocked; past this the longest blocked one is asked about again. */
const MOST_BLOCKED = 10_000;

/** How many wrong API keys one client address may send. Right keys are never counted and never refused here. */
@Injectable()
export class WrongKeyLimit {
  /** Until when an address is blocked: while it is, its wrong keys are refused without counting them anywhere. */
  private readonly blockedUntil = new Map<string, number>();

  constructor(
    private readonly counts: SharedCounts,
    private readonly settings: Settings,
  ) {}

  /** Seconds until another wrong key from this address is taken; 0 when it is now. */
  secondsBlocked(address: string): number {
    if (this.blockedUntil.size === 0) return 0;
    const tracker = trackerOf(address);
    const remaining = (this.blockedUntil.get(tracker) ?? 0) - Date.now();
    if (remaining > 0) return Math.ceil(remaining / 1000);
    this.blockedUntil.delete(tracker);
    return 0;
  }

  /** Counts a wrong key. @returns seconds until another one is taken; 0 when this one was within the limit */
  async count(address: string): Promise<number> {
    const blocked = this.secondsBlocked(address);
    if (blocked > 0) return blocked;
    const tracker = trackerOf(address);
    const { isBlocked, timeToBlockExpire } = await this.counts.increment(
      tracker,
      WINDOW_MS,
      this.settings.wrongKeyLimitPerMinute,
      WINDOW_MS,
      'wrong-keys',
    );
    if (!isBlocked) return 0;
    this.block(tracker, Date.now() + timeToBlockExpire * 1000);
    return timeToBlockExpire;
  }

  private block(tracker: string, until: number): void {
    this.blockedUntil.delete(tracker);
    this.blockedUntil.set(tracker, until);
    if (this.blockedUntil.size <= MOST_BLOCKED) return;
    const oldest = this.blockedUntil.keys().next();
    if (!oldest.done) this.blockedUntil.delete(oldest.value);
  }
}

/** Whoever has one IPv6 address commonly has a whole /64 of them: they count as one. */
function trackerOf(address: string): string {
  return normalizeIp(address, DEFAULT_IPV6_SUBNET_PREFIX);
}
