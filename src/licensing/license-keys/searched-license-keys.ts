import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SearchIndex, type SearchOwner } from '../../platform/search-index/search-index';
import type { Worded } from '../../platform/search-index/worded';
import { FormerKeysRepository } from '../former-keys/former-keys.repository';
import { DevicesRepository } from '../devices/devices.repository';
import { formerKeyWords, KINDS_OF_KEYS, licenseKeyWords } from './license-key-words';
import { LicenseKeysRepository } from './license-keys.repository';

/** License keys in the search index, with the names of their devices and their former values. */
@Injectable()
export class SearchedLicenseKeys implements SearchOwner {
  readonly name = 'license keys';
  readonly kinds = KINDS_OF_KEYS;

  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly devices: DevicesRepository,
    private readonly formerKeys: FormerKeysRepository,
    index: SearchIndex,
  ) {
    index.add(this);
  }

  findEnd(transaction: EntityManager, after: number, size: number): Promise<number | undefined> {
    return this.licenseKeys.within(transaction).findEnd(after, size);
  }

  async readWords(transaction: EntityManager, after: number, upTo: number): Promise<ReadonlyMap<number, Worded[]>> {
    const keys = await this.licenseKeys.within(transaction).lockBetween(after, upTo);
    const words = new Map(keys.map((key) => [key.id, licenseKeyWords(key)]));
    const devices = await this.devices.within(transaction).readWords([...words.keys()]);
    const formerKeys = await this.formerKeys.within(transaction).ofRecords([...words.keys()]);
    for (const worded of [...devices, ...formerKeys.map(formerKeyWords)]) words.get(worded.target)?.push(worded);
    return words;
  }

  findGreatestId(): Promise<number> {
    return this.licenseKeys.findGreatestId();
  }
}
