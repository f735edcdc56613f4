import { Injectable } from '@nestjs/common';
import { ReleaseBucket } from '../../catalog/releases/release-bucket';
import type { Release } from '../../catalog/releases/release.entity';
import { ReleasesRepository } from '../../catalog/releases/releases.repository';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import type { MeterStandingDto } from '../../licensing/meters/dto/meter-standing.dto';
import { MetersService } from '../../licensing/meters/meters.service';
import type { IssuedLicenseDto } from '../../licensing/offline-licenses/dto/license.dto';
import { IssuedLicensesService } from '../../licensing/offline-licenses/issued-licenses.service';
import type { DeviceDto } from '../../licensing/seats/dto/device.dto';
import { SeatsService } from '../../licensing/seats/seats.service';
import { TokenSigner } from '../../signing/token-signer';
import { ActLimits, type Allowance } from '../acts/act-limits';
import { type KeyOutline, KeyOutlines } from './key-outlines';

const MOST_DEVICES = 100;
const MOST_LICENSES = 20;
const MOST_FILES = 60;

/** All that a customer sees of a license key. */
export interface KeyDetails extends KeyOutline {
  readonly devices: readonly DeviceDto[];
  readonly hasMoreDevices: boolean;
  readonly releases: Allowance;
  readonly meters: readonly MeterStandingDto[];
  readonly licenses: readonly IssuedLicenseDto[];
  readonly signsLicenses: boolean;
  /** Stable releases that the key's updates cover, the greatest version first. */
  readonly downloads: readonly Release[];
}

@Injectable()
export class KeyDetailsService {
  constructor(
    private readonly outlines: KeyOutlines,
    private readonly seats: SeatsService,
    private readonly meters: MetersService,
    private readonly licenses: IssuedLicensesService,
    private readonly releases: ReleasesRepository,
    private readonly bucket: ReleaseBucket,
    private readonly limits: ActLimits,
    private readonly signer: TokenSigner,
  ) {}

  async of(key: LicenseKey): Promise<KeyDetails> {
    const id = String(key.id);
    const [outline] = await this.outlines.of([key]);
    const devices = await this.seats.getPage(id, { limit: MOST_DEVICES });
    const licenses = await this.licenses.getPage(id, { limit: MOST_LICENSES });
    return {
      ...outline,
      devices: devices.items,
      hasMoreDevices: devices.next !== undefined,
      releases: await this.limits.find(key, 'release'),
      meters: await this.meters.getStandings(id),
      licenses: licenses.items,
      signsLicenses: this.signer.problem === undefined,
      downloads: outline.isUsable ? await this.findFiles(key.product, outline.updatesUntil) : [],
    };
  }

  private async findFiles(product: number, updatesUntil: number | null): Promise<Release[]> {
    const now = Date.now();
    const found = await this.releases.findStable(product, Math.min(now, updatesUntil ?? Infinity), MOST_FILES);
    return found.map((release) => Object.assign({}, release, { url: this.bucket.addressOf(release.url, now) }));
  }
}
