import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexes } from '../../../test/support/cases';
import { countryDatabase } from '../../../test/support/country-database';
import type { Settings } from '../../platform/settings/settings';
import { Places } from './places';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'keylink-places-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const whole = countryDatabase({ '198.51.100.0/24': 'DE', '203.0.113.64/26': 'AT', '2001:db8:5e::/48': 'SE' });

function placesIn(bytes: Buffer): Places {
  const geoDatabase = join(folder, 'country.mmdb');
  writeFileSync(geoDatabase, bytes);
  return new Places({ geoDatabase } as Settings);
}

it('finds the country of an address, and none where the file has none or there is no file', () => {
  const places = placesIn(whole);
  const addresses = ['198.51.100.7', '203.0.113.64', '203.0.113.63', '2001:db8:5e::1', '2001:db8:5f::1', 'unknown'];
  expect(addresses.map((address) => places.countryOf(address))).toEqual(['DE', 'AT', '', 'SE', '', '']);
  expect(new Places({} as Settings).countryOf('198.51.100.7')).toBe('');
});

it('takes no address of IPv6 for one of IPv4 in a file that has none of IPv6', () => {
  // 32.1.13.184 are the first 32 bits of 2001:db8::.
  const places = placesIn(countryDatabase({ '198.51.100.0/24': 'DE', '32.1.13.0/24': 'US' }, 4));
  const addresses = ['198.51.100.7', '32.1.13.184', '2001:db8::1'];
  expect(addresses.map((address) => places.countryOf(address))).toEqual(['DE', 'US', '']);
});

it('refuses a file that is cut or none in a sentence; no visit fails, whatever is in the file', () => {
  for (const length of indexes(whole.length)) {
    expect(() => placesIn(whole.subarray(0, length))).toThrow(/^GEO_DATABASE .*country\.mmdb is not a whole mmdb file/);
  }
  expect(() => placesIn(Buffer.from('country,code\n'))).toThrow('is not a whole mmdb file');
  for (const place of indexes(whole.length)) {
    const damaged = Buffer.from(whole);
    damaged[place] ^= 0xff;
    let places: Places;
    try {
      places = placesIn(damaged);
    } catch {
      continue;
    }
    expect(['', 'DE']).toContain(places.countryOf('198.51.100.7').replace(/^[A-Z]{2}$/, 'DE'));
  }
});
