import { canonicalAddress, canonicalRange, isInRange, parseAddressRange } from './address';

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
