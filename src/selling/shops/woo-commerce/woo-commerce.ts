import type { Shop } from '../shop';
import { identifyWooCommerce, translateWooCommerce } from './translate-woo-commerce';
import { HEADERS, verifyWooCommerce } from './verify-woo-commerce';
import { askForWooCommerceChanges } from './woo-commerce-changes';

export const WOO_COMMERCE: Shop = {
  type: 'wooCommerce',
  name: 'WooCommerce',
  headers: HEADERS,
  signs: true,
  // Consumer key and secret joined by a colon.
  authorize: (token) => ({ authorization: `Basic ${Buffer.from(token).toString('base64')}` }),
  verify: verifyWooCommerce,
  identify: identifyWooCommerce,
  translate: translateWooCommerce,
  changedSince: askForWooCommerceChanges,
};
