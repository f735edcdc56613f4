import type { Shop } from '../shop';
import { askForStripeChanges } from './stripe-changes';
import { identifyStripe, translateStripe } from './translate-stripe';
import { SIGNATURE_HEADER, verifyStripe } from './verify-stripe';

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
