import type { Shop, ShopMessage } from '../shop';
import { isSignedBy, missingHeader, wrongSignature } from '../signatures';
import { askForFastSpringChanges } from './fast-spring-changes';
import { identifyFastSpring, translateFastSpring } from './translate-fast-spring';

const SIGNATURE_HEADER = 'x-fs-signature';

export const FAST_SPRING: Shop = {
  type: 'fastSpring',
  name: 'FastSpring',
  headers: [SIGNATURE_HEADER],
  signs: true,
  apiUrl: 'https://api.fastspring.com',
  // User name and password joined by a colon, as FastSpring shows API credentials. It rejects requests without a user
  // agent.
  authorize: (token) => ({ authorization: `Basic ${Buffer.from(token).toString('base64')}`, 'user-agent': 'keylink' }),
  verify: verifyFastSpring,
  identify: identifyFastSpring,
  translate: translateFastSpring,
  changedSince: askForFastSpringChanges,
};

/** HMAC-SHA-256 of the body in Base64, without a time. */
function verifyFastSpring({ headers, body }: ShopMessage, secrets: readonly string[]): string | undefined {
  const header = headers[SIGNATURE_HEADER];
  if (header === undefined)
    return `${missingHeader('X-FS-Signature', 'FastSpring')} FastSpring signs once the webhook has an HMAC SHA256 secret.`;
  if (isSignedBy(secrets, [Buffer.from(header, 'base64')], body)) return undefined;
  return wrongSignature('FastSpring', 'FastSpring: Developer tools, Webhooks, your URL endpoint, HMAC SHA256 secret');
}
