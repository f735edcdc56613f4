import {
  addressesIn,
  addressesOf,
  canonicalAddress,
  canonicalRange,
  isInRange,
  parseAddressRange,
  sortableRange,
} from './address';

describe('canonicalRange', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:0DB8:0:0::0001', '2001:db8::1'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['::1.2.3.4', '::102:304'],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['10.1.2.3/32', '10.1.2.3'],
    ['10.1.2.3/0', '0.0.0.0/0'],
    ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
  ])('writes %s as %s', (text, expected) => {
    expect(canonicalRange(text)).toBe(expected);
    expect(canonicalRange(expected)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    'localhost',
    '1',
    '1.2.3',
    '010.0.0.1',
    '0x7f.0.0.1',
    '1.2.3.256',
    '1.2.3.4 ',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '1.2.3.4/08',
    '1.2.3.4/8/8',
    '::1/129',
    '::ffff:10.0.0.0/95',
    'fe80::1%eth0',
    ':::',
    '1.2.3.4:80',
  ])('refuses "%s"', (text) => {
    expect(canonicalRange(text)).toBeUndefined();
  });
});

describe('canonicalAddress', () => {
  it('drops the zone that the system adds to a link-local peer', () => {
    expect(canonicalAddress('fe80::1%eth0')).toBe('fe80::1');
  });
});

describe('isInRange', () => {
  it.each([
    ['10.255.0.1', '10.0.0.0/8', true],
    ['11.0.0.1', '10.0.0.0/8', false],
    ['10.0.0.1', '10.0.0.1', true],
    ['2001:db8::5', '2001:db8::/32', true],
    ['10.0.0.1', '::/0', false],
    ['2001:db8::5', '0.0.0.0/0', false],
  ])('%s in %s: %s', (address, range, expected) => {
    expect(isInRange(address, parseAddressRange(range)!)).toBe(expected);
  });
});

describe('addresses that are searched for', () => {
  it.each([
    ['203.0.113.7', 'Vcb007107', 'Vcb007107'],
    ['::ffff:203.0.113.7', 'Vcb007107', 'Vcb007107'],
    ['203.0.113.77/28', 'Vcb007140', 'Vcb00714f'],
    ['203.0.113.', 'Vcb007100', 'Vcb0071ff'],
    ['203.0.', 'Vcb000000', 'Vcb00ffff'],
    ['2001:DB8::7', `W20010db8${'0'.repeat(23)}7`, `W20010db8${'0'.repeat(23)}7`],
    ['2001:db8:', `W20010db8${'0'.repeat(24)}`, `W20010db8${'f'.repeat(24)}`],
    ['1:2:3:4:5:6:7:', 'W00010002000300040005000600070000', 'W0001000200030004000500060007ffff'],
    ['0.0.0.0/0', 'V00000000', 'Vffffffff'],
  ])('%s', (text, first, last) => {
    expect(sortableRange(addressesOf(text)!)).toEqual({ first, last });
  });

  it.each(['203.', '203.0.113', '256.0.', '1.2.3.4.', 'db8:', 'a:b', ':', '', '1.2.3.4/33'])('none: %j', (text) => {
    expect(addressesOf(text)).toBeUndefined();
  });

  it.each([
    ['from 203.0.113.7, then [2001:db8::7]:443 and 10.0.0.1:80.', ['203.0.113.7', '2001:db8::7', '10.0.0.1']],
    ['It was 203.0.113.7.', ['203.0.113.7']],
    ['10.0.0.0/8', ['10.0.0.0']],
    ['version 1.2.3, 12:30:15, 1.2.3.4.5', []],
  ])('within %j', (text, expected) => {
    expect(addressesIn(text)).toEqual(expected);
  });
});
