import { GENERIC } from './generic/generic';
import type { Shop, ShopType } from './shop';
import { STRIPE } from './stripe/stripe';

/** All shops whose messages keylink understands. */
export const SHOPS: Partial<Record<ShopType, Shop>> = {
  stripe: STRIPE,
  generic: GENERIC,
};
