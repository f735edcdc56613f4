import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { CountryResponse, Reader } from 'mmdb-lib';
import { Settings } from '../../platform/settings/settings';

/** Countries of addresses, from the operator's `GEO_DATABASE`. */
@Injectable()
export class Places {
  private readonly reader: Reader<CountryResponse> | undefined;

  /** @throws {Error} if the file can't be read, or isn't whole */
  constructor({ geoDatabase }: Settings) {
    if (geoDatabase === undefined) return;
    const mmdb = require('mmdb-lib') as typeof import('mmdb-lib');
    try {
      this.reader = new mmdb.Reader<CountryResponse>(readFileSync(geoDatabase));
      this.reader.get('2001:db8::1');
    } catch (error) {
      throw new Error(`GEO_DATABASE ${geoDatabase} is not a whole mmdb file, or can't be read.`, { cause: error });
    }
  }

  /** Two capital letters; empty if it isn't known. */
  countryOf(address: string): string {
    if (!this.reader) return '';
    // It would be looked for as the address of IPv4 that it begins with.
    if (this.reader.metadata.ipVersion === 4 && isIPv6(address)) return '';
    try {
      const code: unknown = this.reader.get(address)?.country?.iso_code;
      return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : '';
    } catch {
      // No address, or a damaged part: no visit fails for it.
      return '';
    }
  }
}
