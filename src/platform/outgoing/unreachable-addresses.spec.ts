import { parseAddressRange } from '../addresses/address';
import { urlProblem } from './outgoing-url';
import { isLoopback, whyUnreachable } from './unreachable-addresses';

/** As somebody may write them in a url; the parser of urls understands the odd forms. */
const REFUSED: readonly [host: string, why: string][] = [
  ['127.0.0.1', 'loopback'],
  ['127.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0177.0.0.1', 'loopback'],
  ['0x7f.0.0.1', 'loopback'],
  ['0x7f000001', 'loopback'],
  ['2130706433', 'loopback'],
  ['017700000001', 'loopback'],
  ['１２７.0.0.1', 'loopback'],
  ['127。0。0。1', 'loopback'],
  ['0', 'this machine'],
  ['0.0.0.0', 'this machine'],
  ['0.1.2.3', 'this machine'],
  ['0x0', 'this machine'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['012.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['0xc0a80101', 'private'],
  ['100.64.0.1', 'private'],
  ['100.100.100.200', 'private'],
  ['100.127.255.255', 'private'],
  ['169.254.169.254', 'metadata'],
  ['2852039166', 'metadata'],
  ['169.254.170.2', 'metadata'],
  ['168.63.129.16', 'cloud'],
  ['192.0.0.192', 'reserved'],
  ['192.0.2.7', 'documentation'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.7', 'documentation'],
  ['198.18.0.1', 'reserved'],
  ['192.88.99.1', 'reserved'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['[::]', 'this machine'],
  ['[::1]', 'loopback'],
  ['[0:0:0:0:0:0:0:1]', 'loopback'],
  ['[::ffff:127.0.0.1]', 'loopback'],
  ['[::ffff:7f00:1]', 'loopback'],
  ['[::ffff:10.0.0.1]', 'private'],
  ['[::ffff:169.254.169.254]', 'metadata'],
  ['[::127.0.0.1]', 'reserved'],
  ['[::ffff:0:127.0.0.1]', 'reserved'],
  ['[64:ff9b::127.0.0.1]', 'loopback'],
  ['[64:ff9b::a00:1]', 'private'],
  ['[64:ff9b::a9fe:a9fe]', 'metadata'],
  ['[64:ff9b::]', 'this machine'],
  ['[64:ff9b:1::808:808]', 'translation'],
  ['[2002:7f00:1::]', '6to4'],
  ['[2002:808:808::1]', '6to4'],
  ['[2001:0:4136:e378:8000:63bf:3fff:fdd2]', 'Teredo'],
  ['[2001:db8::1]', 'documentation'],
  ['[3fff::1]', 'documentation'],
  ['[fc00::1]', 'private'],
  ['[fd00:ec2::254]', 'private'],
  ['[fec0::1]', 'private'],
  ['[fe80::1]', 'link-local'],
  ['[ff02::1]', 'multicast'],
  ['[100::1]', 'reserved'],
  ['[5f00::1]', 'reserved'],
  ['[4000::1]', 'reserved'],
  ['localhost', 'this machine'],
  ['LOCALHOST.', 'this machine'],
  ['shop.localhost', 'this machine'],
];

it.each(REFUSED)('sends nothing to %s', (host, why) => {
  expect(urlProblem(`https://${host}:8443/hooks`, [])).toContain('may not be reached');
  expect(urlProblem(`https://${host}:8443/hooks`, [])).toContain(why);
});

it.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.1', '172.32.0.1', '192.167.255.255', '223.255.255.255'])(
  'sends to %s',
  (address) => expect(whyUnreachable(address, [])).toBeUndefined(),
);

it.each(['2606:4700::1111', '2a00:1450:4001::200e', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8'])('sends to %s', (address) =>
  expect(urlProblem(`https://[${address}]/`, [])).toBeUndefined(),
);

it.each(['fe80::1%eth0', '127.0.0.1%lo', '', 'example.com', '1'])('takes %j for no public address', (text) =>
  expect(whyUnreachable(text, [])).toBe(`${text} is not a public address`),
);

describe('what is allowed all the same', () => {
  const allowed = ['10.1.0.0/16', '127.0.0.1', '::1'].map((text) => parseAddressRange(text)!);

  it.each([
    'https://10.1.2.3/',
    'https://[::ffff:10.1.2.3]/',
    'http://127.0.0.1:80/',
    'http://[::1]/',
    'http://localhost/',
  ])('%s', (url) => expect(urlProblem(url, allowed)).toBeUndefined());

  it.each(['https://10.2.0.1/', 'https://127.0.0.2/', 'http://127.0.0.2/', 'http://10.1.2.3/', 'http://example.com/'])(
    'but not %s',
    (url) => expect(urlProblem(url, allowed)).toBeDefined(),
  );
});

it.each([
  ['http://example.com/', 'must begin with https://'],
  ['http://127.0.0.1/', 'must begin with https://'],
  ['ftp://example.com/', 'must be an address'],
  ['https:example.com', 'must be an address'],
  ['https:///example.com', 'must be an address'],
  ['https://exa mple.com/', 'must be an address'],
  ['https://exam\tple.com/', 'must be an address'],
  ['https://example.com\\@10.0.0.1/', 'must be an address'],
  ['https://1.2.3.4.5/', 'must be an address'],
  ['https://256.0.0.1/', 'must be an address'],
  ['https://[fe80::1%25eth0]/', 'must be an address'],
  ['javascript:alert(1)', 'must be an address'],
  ['', 'must be an address'],
  ['https://anna:secret@example.com/', 'must not have a user name'],
  ['https://@example.com/', 'must not have a user name'],
  ['https://example.com/#a', 'must not have a # part'],
  ['https://example.com:0/', 'must have a port'],
  ['https://example.com:99999/', 'must be an address'],
  [`https://example.com/${'a'.repeat(2048)}`, 'must be at most'],
])('refuses %j', (url, why) => expect(urlProblem(url, [])).toContain(why));

it('knows loopback addresses in every form', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
  expect(['10.0.0.1', '::', 'localhost', '::2'].some(isLoopback)).toBe(false);
});
