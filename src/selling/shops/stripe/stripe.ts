import type { Shop, ShopMessage } from '../shop';
import { isSignedBy, missingHeader, staleness, wrongSignature } from '../signatures';
import { askForStripeChanges } from './stripe-changes';
import { identifyStripe, translateStripe } from './translate-stripe';

const SIGNATURE_HEADER = 'stripe-signature';

export const STRIPE: Shop = {
  type: 'stripe',
  name: 'Stripe',
  headers: [SIGNATURE_HEADER],
  signs: true,
  apiUrl: 'https://api.stripe.com',
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  verify: verifyStripe,
  identify: identifyStripe,
  translate: translateStripe,
  changedSince: askForStripeChanges,
};

/** `t=<seconds>,v1=<hex>,v1=<hex>`: HMAC-SHA-256 of the time, a dot and the body. */
function verifyStripe({ headers, body }: ShopMessage, secrets: readonly string[], now: number): string | undefined {
  const header = headers[SIGNATURE_HEADER];
  if (header === undefined) return missingHeader('Stripe-Signature', 'Stripe');
  const parts = header.split(',').map((part) => part.trim());
  const time = parts.find((part) => /^t=\d{1,15}$/.test(part))?.slice(2);
  const signatures = parts
    .filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
    .map((part) => Buffer.from(part.slice(3), 'hex'));
  if (time === undefined || signatures.length === 0)
    return 'The header Stripe-Signature must look like t=1764072000,v1=5257a869….';
  if (!isSignedBy(secrets, signatures, `${time}.`, body))
    return wrongSignature(
      'Stripe',
      'Stripe: Developers, Webhooks, your endpoint, Signing secret; each endpoint, and the Stripe CLI, has its own',
    );
  return staleness(Number(time) * 1000, now);
}
