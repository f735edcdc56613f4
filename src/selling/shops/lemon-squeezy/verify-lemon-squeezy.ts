import type { ShopMessage } from '../shop';
import { isSignedBy, missingHeader, wrongSignature } from '../signatures';

export const SIGNATURE_HEADER = 'x-signature';

/** HMAC-SHA-256 of the body, hexadecimal, without a time. */
export function verifyLemonSqueezy({ headers, body }: ShopMessage, secrets: readonly string[]): string | undefined {
  const header = headers[SIGNATURE_HEADER];
  if (header === undefined) return missingHeader('X-Signature', 'Lemon Squeezy');
  if (isSignedBy(secrets, [Buffer.from(header, 'hex')], body)) return undefined;
  return wrongSignature('Lemon Squeezy', 'Lemon Squeezy: Settings, Webhooks, your webhook, Signing secret');
}
