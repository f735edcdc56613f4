import { Injectable } from '@nestjs/common';
import { tooManyTrials } from '../errors/too-many';
import { Settings } from '../settings/settings';
import { SharedCounts } from './shared-counts';
import { trackerOf } from './tracker';

const WINDOW_MS = 60_000;

/** Limits trials per client address: each may create a license key, without an API key. */
@Injectable()
export class TrialLimit {
  constructor(
    private readonly counts: SharedCounts,
    private readonly settings: Settings,
  ) {}

  /** @throws {ApiError} 429 over the limit */
  async count(address: string): Promise<void> {
    const most = this.settings.trialLimitPerMinute;
    const seconds = await this.counts.count(trackerOf(address), { name: 'trials', most, windowMs: WINDOW_MS });
    if (seconds > 0) throw tooManyTrials(seconds);
  }
}
