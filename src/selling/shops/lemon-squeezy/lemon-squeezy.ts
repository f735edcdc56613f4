import type { Shop, ShopMessage } from '../shop';
import { isSignedBy, missingHeader, wrongSignature } from '../signatures';
import { askForLemonSqueezyChanges } from './lemon-squeezy-changes';
import { identifyLemonSqueezy, translateLemonSqueezy } from './translate-lemon-squeezy';

const SIGNATURE_HEADER = 'x-signature';

export const LEMON_SQUEEZY: Shop = {
  type: 'lemonSqueezy',
  name: 'Lemon Squeezy',
  headers: [SIGNATURE_HEADER],
  signs: true,
  apiUrl: 'https://api.lemonsqueezy.com',
  authorize: (token) => ({ authorization: `Bearer ${token}`, accept: 'application/vnd.api+json' }),
  verify: verifyLemonSqueezy,
  identify: identifyLemonSqueezy,
  translate: translateLemonSqueezy,
  changedSince: askForLemonSqueezyChanges,
};

/** HMAC-SHA-256 of the body, hexadecimal, without a time. */
function verifyLemonSqueezy({ headers, body }: ShopMessage, secrets: readonly string[]): string | undefined {
  const header = headers[SIGNATURE_HEADER];
  if (header === undefined) return missingHeader('X-Signature', 'Lemon Squeezy');
  if (isSignedBy(secrets, [Buffer.from(header, 'hex')], body)) return undefined;
  return wrongSignature('Lemon Squeezy', 'Lemon Squeezy: Settings, Webhooks, your webhook, Signing secret');
}
