import { Injectable } from '@nestjs/common';
import type { Release } from '../../catalog/releases/release.entity';
import { ReleaseBucket } from '../../catalog/releases/release-bucket';
import { ReleasesRepository } from '../../catalog/releases/releases.repository';
import type { Problem } from '../../platform/errors/error-codes';
import { versionOrder } from '../../platform/versions/version-order';
import { FormerKeysRepository } from '../former-keys/former-keys.repository';
import { judge, type Verdict } from '../license-check/verdict';
import type { KeyReference } from '../license-keys/key-reference';
import { KeyPlans } from '../license-keys/key-plans';
import { updatesUntilOf } from '../license-keys/key-terms';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import type { ReleaseQueryDto } from './dto/latest-release.dto';
import type { Format } from './manifests';

/** An updater's answer: the verdict on the license key and, if that passes, the newest release, if any. */
export interface Offer {
  readonly verdict: Verdict;
  readonly release?: Release;
}

export const refused = ({ details: message }: Pick<Verdict, 'details'>): Problem<'release.refused'> => ({
  code: 'release.refused',
  message,
});

/** Finds the newest release that a license key covers. Nothing is logged, and no seat is used. */
@Injectable()
export class UpdateFeedsService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly formerKeys: FormerKeysRepository,
    private readonly keyPlans: KeyPlans,
    private readonly releases: ReleasesRepository,
    private readonly bucket: ReleaseBucket,
  ) {}

  async find(
    reference: KeyReference,
    address: string,
    { needs }: Pick<Format, 'needs'>,
    { version, channel = 'stable', platform = 'any' }: ReleaseQueryDto & { readonly version?: string },
  ): Promise<Offer> {
    const now = Date.now();
    const found = await this.findKey(reference, now);
    const key = found && Object.assign({}, found, { terms: await this.keyPlans.termsOf(found) });
    const verdict = judge(key, { pid: undefined, address }, now);
    if (!key || !verdict.pass) return { verdict };
    const release = await this.releases.findNewest({
      product: key.product,
      channels: [...new Set(['stable', channel])],
      platforms: [...new Set(['any', platform])],
      until: Math.min(now, updatesUntilOf(key, now) ?? Infinity),
      after: (version && versionOrder(version)) ?? '',
      needs,
    });
    return {
      verdict,
      release: release && Object.assign({}, release, { url: this.bucket.addressOf(release.url, now) }),
    };
  }

  /** Finds the license key, also by a former value within its grace. */
  private async findKey(reference: KeyReference, now: number): Promise<LicenseKey | undefined> {
    const key = (await this.licenseKeys.find([reference]))(reference);
    if (key || !('key' in reference)) return key;
    const [former] = await this.formerKeys.find([reference.key]);
    if (!former || now >= former.validUntil) return undefined;
    const [record] = await this.licenseKeys.findByIds([former.keyId]);
    return record;
  }
}
