import type { Shop, ShopMessage } from '../shop';
import { isSignedBy, missingHeader, readTimed, staleness, wrongSignature } from '../signatures';
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
  const signed = readTimed(header, { separator: ',', time: 't', signature: 'v1' });
  if (signed === undefined) return 'The header Stripe-Signature must look like t=1764072000,v1=5257a869….';
  const { time, signatures } = signed;
  if (!isSignedBy(secrets, signatures, `${time}.`, body))
    return wrongSignature(
      'Stripe',
      'Stripe: Developers, Webhooks, your endpoint, Signing secret; each endpoint, and the Stripe CLI, has its own',
    );
  return staleness(Number(time) * 1000, now);
}
