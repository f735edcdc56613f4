import { Injectable } from '@nestjs/common';
import { Settings } from '../settings/settings';
import { SharedCounts } from './shared-counts';
import { trackerOf } from './tracker';

const WINDOW_MS = 60_000;
/** Beyond this the oldest entry is dropped and looked up again. */
const MOST_BLOCKED = 10_000;

export type GuessedKey = 'wrong-keys' | 'unknown-licenses';

/** Limits wrong API keys and unknown license keys per client address. Right keys don't count. */
@Injectable()
export class GuessLimit {
  /** In `performance.now()` time. Guesses of a blocked address are refused without counting. */
  private readonly blockedUntil = new Map<string, number>();

  constructor(
    private readonly counts: SharedCounts,
    private readonly settings: Settings,
  ) {}

  secondsBlocked(address: string, guessed: GuessedKey): number {
    if (this.blockedUntil.size === 0) return 0;
    const blocked = `${guessed}:${trackerOf(address)}`;
    const remaining = (this.blockedUntil.get(blocked) ?? 0) - performance.now();
    if (remaining > 0) return Math.ceil(remaining / 1000);
    this.blockedUntil.delete(blocked);
    return 0;
  }

  /** Counts a wrong key. @returns seconds until the next is allowed; 0 if within the limit */
  async count(address: string, guessed: GuessedKey): Promise<number> {
    const seconds = this.secondsBlocked(address, guessed);
    if (seconds > 0) return seconds;
    const tracker = trackerOf(address);
    const most = this.settings.wrongKeyLimitPerMinute;
    const limit = { name: guessed, most, windowMs: WINDOW_MS, blockMs: WINDOW_MS };
    const secondsLeft = await this.counts.count(tracker, limit);
    if (secondsLeft > 0) this.block(`${guessed}:${tracker}`, performance.now() + secondsLeft * 1000);
    return secondsLeft;
  }

  private block(blocked: string, until: number): void {
    this.blockedUntil.delete(blocked);
    this.blockedUntil.set(blocked, until);
    if (this.blockedUntil.size <= MOST_BLOCKED) return;
    const oldest = this.blockedUntil.keys().next();
    if (!oldest.done) this.blockedUntil.delete(oldest.value);
  }
}
