import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { tooManyLicenseChecks } from '../errors/too-many';
import { Settings } from '../settings/settings';
import { SharedCounts } from './shared-counts';
import { trackerOf } from './tracker';

const WINDOW_MS = 60_000;

/** How often one client address may check one license key without an API key: each check of a key that exists writes a log. */
@Injectable()
export class LicenseCheckLimit {
  constructor(
    private readonly counts: SharedCounts,
    private readonly settings: Settings,
  ) {}

  /**
   * Counts a check.
   * @param key the license key; counted by its hash, it is kept nowhere
   * @throws {ApiError} 429 when it was checked too often from there
   */
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
