import { Injectable } from '@nestjs/common';
import { sortableAddress } from '../../platform/addresses/address';
import { type CollectedForSearch, SearchIndex } from '../../platform/search-index/search-index';
import { type LicenseLogRow, LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { AddressCollector } from './address-collector';
import { MOST_ADDRESSES } from './check-address-changes';
import { CheckAddressesRepository } from './check-addresses.repository';

/** The addresses of checks, for `keylink search rebuild` and the doctor. */
@Injectable()
export class CollectedAddresses implements CollectedForSearch {
  readonly name = 'addresses of checks';

  constructor(
    private readonly addresses: CheckAddressesRepository,
    private readonly collector: AddressCollector,
    private readonly logs: LicenseLogsRepository,
    index: SearchIndex,
  ) {
    index.addCollected(this);
  }

  findGreatestId(): Promise<number> {
    return this.logs.findLastId();
  }

  async findPosition(): Promise<number> {
    return (await this.addresses.findProgress()).lastLog;
  }

  restart(): Promise<void> {
    return this.collector.restart();
  }

  advance(): Promise<boolean> {
    return this.collector.advance();
  }

  /** Looks up the addresses of some random logs. */
  async compare(size: number): Promise<{ records: number; different: number }> {
    const position = await this.findPosition();
    const upTo = Math.ceil(Math.random() * position);
    const ids = await this.logs.findIds(0, Math.max(upTo, Math.min(position, size)), size);
    const logs = await this.findMissing(ids);
    // Erased and deleted addresses aren't missing.
    const missing = logs.missing.length === 0 ? [] : (await this.findMissing(logs.missing)).missing;
    return { records: logs.read, different: missing.length };
  }

  /** Which of the logs have an address that isn't collected. */
  private async findMissing(ids: readonly number[]): Promise<{ read: number; missing: number[] }> {
    if (ids.length === 0) return { read: 0, missing: [] };
    const logs = await this.logs.findByIds(ids);
    if (logs.length === 0) return { read: 0, missing: [] };
    const known = new Map<number, Set<string>>();
    for (const [keyId, address] of await this.addresses.findOf([...new Set(logs.map(keyOf))])) {
      known.set(keyId, (known.get(keyId) ?? new Set()).add(address));
    }
    const isMissing = ([, keyId, , ip]: LicenseLogRow): boolean => {
      const addresses = known.get(keyId) ?? new Set();
      return ip !== '' && addresses.size < MOST_ADDRESSES && !addresses.has(sortableAddress(ip));
    };
    return { read: logs.length, missing: logs.filter(isMissing).map(([id]) => id) };
  }
}

const keyOf = ([, keyId]: LicenseLogRow): number => keyId;
