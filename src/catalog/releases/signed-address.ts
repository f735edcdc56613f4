import { createHmac, hash } from 'node:crypto';
import type { ReleaseBucketSettings } from '../../platform/settings/release-bucket';

type Signing = Pick<ReleaseBucketSettings, 'accessKeyId' | 'secret' | 'region'>;

/**
 * An address of S3 by which anybody may get the file for some time: AWS Signature Version 4 in the query, of a request without
 * further headers. The address must be a valid one. @param now in milliseconds since the Unix epoch
 */
export function signedAddress(address: string, { accessKeyId, secret, region }: Signing, now: number, seconds: number) {
  const url = new URL(address);
  const time = new Date(now).toISOString().replaceAll(/[:-]|\.\d+/g, '');
  const date = time.slice(0, 8);
  const scope = `${date}/${region}/s3/aws4_request`;
  const path = url.pathname.split('/').map((part) => encoded(decodeURIComponent(part)));
  const query = queryOf([
    ...url.searchParams,
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${accessKeyId}/${scope}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(seconds)],
    ['X-Amz-SignedHeaders', 'host'],
  ]);
  const request = ['GET', path.join('/'), query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', request)].join('\n');
  let key = createHmac('sha256', secret).update(date).digest();
  for (const part of [region, 's3', 'aws4_request']) key = createHmac('sha256', key).update(part).digest();
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return `${url.origin}${path.join('/')}?${query}&X-Amz-Signature=${signature}`;
}

/** As it is signed: in the order of the names, then of the values. */
const queryOf = (parameters: readonly (readonly [string, string])[]): string =>
  parameters
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([name, value], [other, another]) => compare(name, other) || compare(value, another))
    .map((parameter) => parameter.join('='))
    .join('&');

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** All but letters, digits and "-._~". */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
