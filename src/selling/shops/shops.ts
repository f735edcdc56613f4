import { FAST_SPRING } from './fast-spring/fast-spring';
import { GENERIC } from './generic/generic';
import { GUMROAD } from './gumroad/gumroad';
import { LEMON_SQUEEZY } from './lemon-squeezy/lemon-squeezy';
import { PADDLE } from './paddle/paddle';
import type { Shop, ShopType } from './shop';
import { STRIPE } from './stripe/stripe';
import { WOO_COMMERCE } from './woo-commerce/woo-commerce';

/** All shops whose messages keylink understands. */
export const SHOPS: Readonly<Record<ShopType, Shop>> = {
  stripe: STRIPE,
  paddle: PADDLE,
  lemonSqueezy: LEMON_SQUEEZY,
  gumroad: GUMROAD,
  fastSpring: FAST_SPRING,
  wooCommerce: WOO_COMMERCE,
  generic: GENERIC,
};
