import { createSecretKey } from 'node:crypto';
import { readSettings } from '../../platform/settings/settings';
import { ReleaseBucket } from './release-bucket';
import { signedAddress } from './signed-address';

const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const SIGNING = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: createSecretKey(`AWS4${SECRET}`, 'utf8'),
  region: 'us-east-1',
};
const NOW = Date.UTC(2013, 4, 24);
const DAY = 86_400;
const sign = (address: string) => signedAddress(address, SIGNING, NOW, DAY);

it('is signed as in the example of the documentation of Amazon S3', () => {
  expect(sign('https://examplebucket.s3.amazonaws.com/test.txt')).toBe(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

it('encodes path and query once and alike, sorted by name, and leaves out what no server sees', () => {
  const url = new URL(sign("https://files.example.com:9000/bucket/a b/ü(1)%2B'.zip?versionId=x+y&a=2&a-b=1&a=1#top"));
  expect([url.host, url.pathname, url.hash]).toEqual([
    'files.example.com:9000',
    '/bucket/a%20b/%C3%BC%281%29%2B%27.zip',
    '',
  ]);
  expect([...url.searchParams.keys()]).toEqual([
    'X-Amz-Algorithm',
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-SignedHeaders',
    'a',
    'a',
    'a-b',
    'versionId',
    'X-Amz-Signature',
  ]);
  expect([url.searchParams.getAll('a'), url.search.includes('versionId=x%20y')]).toEqual([['1', '2'], true]);
});

describe('what a program is told', () => {
  const store = (address?: string) => new ReleaseBucket(readSettings(address ? { RELEASE_BUCKET: address } : {}));
  const bucket = store(`https://AKIAIOSFODNN7EXAMPLE:${encodeURIComponent(SECRET)}@files.example.com/app`);

  it('is a signed address for a file of the bucket', () => {
    expect(bucket.addressOf('https://FILES.example.com/app/a.zip', NOW)).toMatch(
      /^https:\/\/files\.example\.com\/app\/a\.zip\?X-Amz-Algorithm=.*&X-Amz-Expires=43200&.*&X-Amz-Signature=[0-9a-f]{64}$/,
    );
  });

  it.each([
    'https://files.example.com/apps/a.zip',
    'https://files.example.com/app/../b.zip',
    'http://files.example.com/app/a.zip',
    'https://files.example.com.evil.example/app/a.zip',
    'https://files.example.com/app/%E0%A4%A',
  ])('is the address itself for %s, which is none of it', (address) => {
    expect(bucket.addressOf(address, NOW)).toBe(address);
    expect(store().addressOf('https://files.example.com/app/a.zip', NOW)).toBe('https://files.example.com/app/a.zip');
  });
});
