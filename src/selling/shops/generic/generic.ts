import type { Shop } from '../shop';
import { identifyGeneric, translateGeneric } from './translate-generic';
import { HEADERS, verifyGeneric } from './verify-generic';

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
