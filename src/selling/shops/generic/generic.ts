import type { Shop, ShopMessage } from '../shop';
import { isSignedBy, staleness } from '../signatures';
import { identifyGeneric, translateGeneric } from './translate-generic';

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** Any other shop, or the vendor's own. */
export const GENERIC: Shop = {
  type: 'generic',
  name: 'Your own shop',
  headers: HEADERS,
  signs: true,
  authorize: () => ({}),
  verify: verifyGeneric,
  identify: identifyGeneric,
  translate: translateGeneric,
};

/** Standard Webhooks: HMAC-SHA-256 of id, time and body, with the bytes of the Base64 secret. */
function verifyGeneric({ headers, body }: ShopMessage, secrets: readonly string[], now: number): string | undefined {
  for (const name of HEADERS)
    if (!headers[name])
      return `The header ${name} is missing: messages are signed as https://www.standardwebhooks.com describes.`;
  const [id, time, signed] = HEADERS.map((name) => headers[name]);
  if (!/^\d{1,15}$/.test(time)) return 'The header webhook-timestamp must be the time in seconds since 1970.';
  const signatures = signed
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice(3), 'base64'));
  if (signatures.length === 0) return 'The header webhook-signature must have a signature that begins with v1,.';
  const keys = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
  if (!isSignedBy(keys, signatures, `${id}.${time}.`, body))
    return 'The signature fits none of the source’s secrets. Sign the very bytes that are sent, with the bytes that the secret spells in Base64 after whsec_; a library of Standard Webhooks does both.';
  return staleness(Number(time) * 1000, now);
}
