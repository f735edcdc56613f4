import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { tooManyLicenseChecks } from '../errors/too-many';
import { Settings } from '../settings/settings';
import { SharedCounts } from './shared-counts';
import { trackerOf } from './tracker';

const WINDOW_MS = 60_000;

/** Limits checks per address and license key without an API key, because each check writes a log. */
@Injectable()
export class LicenseCheckLimit {
  constructor(
    private readonly counts: SharedCounts,
    private readonly settings: Settings,
  ) {}

  /** Stores only a hash of the key. @throws {ApiError} 429 over the limit */
  async count(address: string, key: string): Promise<void> {
    const hash = createHash('sha256').update(key).digest('base64url').slice(0, 22);
    const seconds = await this.counts.count(`${hash}:${trackerOf(address)}`, {
      name: 'license-checks',
      most: this.settings.licenseCheckLimitPerMinute,
      windowMs: WINDOW_MS,
    });
    if (seconds > 0) throw tooManyLicenseChecks(seconds);
  }
}
