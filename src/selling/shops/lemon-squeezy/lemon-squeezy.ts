import type { Shop } from '../shop';
import { askForLemonSqueezyChanges } from './lemon-squeezy-changes';
import { identifyLemonSqueezy, translateLemonSqueezy } from './translate-lemon-squeezy';
import { SIGNATURE_HEADER, verifyLemonSqueezy } from './verify-lemon-squeezy';

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
