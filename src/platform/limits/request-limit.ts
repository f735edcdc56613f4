import { Injectable } from '@nestjs/common';
import { tooManyRequests } from '../errors/too-many';
import { Settings } from '../settings/settings';
import { SharedCounts } from './shared-counts';

const WINDOW_MS = 60_000;

@Injectable()
export class RequestLimit {
  readonly isSet: boolean;

  constructor(
    private readonly counts: SharedCounts,
    private readonly settings: Settings,
  ) {
    this.isSet = settings.requestLimitPerMinute !== undefined;
  }

  /** @param ownerId the API key or signed-in person. @throws {ApiError} 429 over the limit */
  async count(ownerId: number): Promise<void> {
    const { requestLimitPerMinute } = this.settings;
    if (requestLimitPerMinute === undefined) return;
    const limit = { name: 'requests', most: requestLimitPerMinute, windowMs: WINDOW_MS };
    const seconds = await this.counts.count(String(ownerId), limit);
    if (seconds > 0) throw tooManyRequests(seconds);
  }
}
