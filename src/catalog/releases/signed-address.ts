import { createHmac, hash } from 'node:crypto';
import type { ReleaseBucketSettings } from '../../platform/settings/release-bucket';

type Signing = Pick<ReleaseBucketSettings, 'accessKeyId' | 'secret' | 'region'>;

/**
 * Signs an S3 URL so that anybody can download the file for some time: AWS Signature Version 4 in the query, without
 * further headers. @param address a valid URL @param now in milliseconds since the Unix epoch
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

/** In the order required for signing: by name, then by value. */
const queryOf = (parameters: readonly (readonly [string, string])[]): string =>
  parameters
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([name, value], [other, another]) => compare(name, other) || compare(value, another))
    .map((parameter) => parameter.join('='))
    .join('&');

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Escapes all but letters, digits and "-._~". */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
