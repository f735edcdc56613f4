import type { ShopMessage } from '../shop';
import { isSignedBy, missingHeader, wrongSignature } from '../signatures';

export const SIGNATURE_HEADER = 'x-fs-signature';

/** HMAC-SHA-256 of the body in Base64, without a time. */
export function verifyFastSpring({ headers, body }: ShopMessage, secrets: readonly string[]): string | undefined {
  const header = headers[SIGNATURE_HEADER];
  if (header === undefined)
    return `${missingHeader('X-FS-Signature', 'FastSpring')} FastSpring signs once the webhook has an HMAC SHA256 secret.`;
  if (isSignedBy(secrets, [Buffer.from(header, 'base64')], body)) return undefined;
  return wrongSignature('FastSpring', 'FastSpring: Developer tools, Webhooks, your URL endpoint, HMAC SHA256 secret');
}
