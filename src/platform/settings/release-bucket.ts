import { createSecretKey, type KeyObject } from 'node:crypto';

/** A bucket with release files, whose URLs are signed for those who may download them. */
export interface ReleaseBucketSettings {
  /** Prefix of its files' URLs, ending with a slash. */
  readonly address: string;
  readonly region: string;
  readonly accessKeyId: string;
  /** A KeyObject never prints its value. */
  readonly secret: KeyObject;
}

const EXAMPLE = 'use https://ACCESS_KEY_ID:SECRET_ACCESS_KEY@my-bucket.s3.eu-central-1.amazonaws.com/';
const REGION = /^[a-z0-9][a-z0-9-]{0,62}$/;
const REGION_OF_AMAZON = /(?:^|\.)s3\.([a-z0-9-]+)\.amazonaws\.com$/;
/** The default region, also of S3-compatible services. */
const FIRST_REGION = 'us-east-1';

/** Errors never repeat the text: it holds a password. */
export function parseReleaseBucket(text: string): ReleaseBucketSettings {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hash)
    throw new Error(`names no bucket; percent-encode special characters, / as %2F and + as %2B, and ${EXAMPLE}`);
  const [accessKeyId, secret] = [decoded(url.username), decoded(url.password)];
  if (!accessKeyId || !secret) throw new Error(`needs an access key id and a secret access key; ${EXAMPLE}`);
  const options = [...url.searchParams];
  // Not repeated: text after a "?" may be part of an unencoded secret.
  if (options.length > 1 || options.some(([name, region]) => name !== 'region' || !REGION.test(region)))
    throw new Error('has an option that keylink does not know; only region=eu-central-1 is, or another region.');
  return {
    address: `${url.origin}${url.pathname}`.replace(/\/?$/, '/'),
    region: options[0]?.[1] ?? REGION_OF_AMAZON.exec(url.hostname)?.[1] ?? FIRST_REGION,
    accessKeyId,
    secret: createSecretKey(`AWS4${secret}`, 'utf8'),
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
