import { Injectable } from '@nestjs/common';
import { Settings } from '../settings/settings';
import { Blocks } from './blocks';
import { SharedCounts } from './shared-counts';
import { trackerOf } from './tracker';

const WINDOW_MS = 60_000;

type GuessedKey = 'wrong-keys' | 'unknown-licenses';

/** Limits wrong API keys and unknown license keys per client address. Right keys don't count. */
@Injectable()
export class GuessLimit {
  private readonly blocks = new Blocks();

  constructor(
    private readonly counts: SharedCounts,
    private readonly settings: Settings,
  ) {}

  secondsBlocked(address: string, guessed: GuessedKey): number {
    return this.blocks.isEmpty ? 0 : this.blocks.secondsLeft(`${guessed}:${trackerOf(address)}`);
  }

  /** Counts a wrong key. @returns seconds until the next is allowed; 0 if within the limit */
  async count(address: string, guessed: GuessedKey): Promise<number> {
    const seconds = this.secondsBlocked(address, guessed);
    if (seconds > 0) return seconds;
    const tracker = trackerOf(address);
    const most = this.settings.wrongKeyLimitPerMinute;
    const limit = { name: guessed, most, windowMs: WINDOW_MS, blockMs: WINDOW_MS };
    const secondsLeft = await this.counts.count(tracker, limit);
    if (secondsLeft > 0) this.blocks.add(`${guessed}:${tracker}`, secondsLeft);
    return secondsLeft;
  }
}
