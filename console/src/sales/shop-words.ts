import type { SourceDto } from '../api/schema';

export type ShopType = SourceDto['type'];

/** How a shop is called, and what to enter where. */
interface ShopWords {
  name: string;
  /** Its guide. */
  guide: string;
  /** Where its address for messages is entered, and which events to choose there. */
  connect: string;
  /** What its messages are signed with, and where that comes from; left out for a shop that signs nothing. */
  secret?: string;
  /** What the token is, and what for. */
  token?: string;
  /** What its items are called, such as what is mapped. */
  item: string;
}

/** In the order in which they are offered. */
export const SHOPS: Readonly<Record<ShopType, ShopWords>> = {
  stripe: {
    name: 'Stripe',
    guide: 'stripe',
    connect:
      'In Stripe: Developers, Webhooks, Add destination, with the payload style “Snapshot”. Choose checkout.session.completed, checkout.session.async_payment_succeeded, invoice.paid, invoice.payment_failed, invoice_payment.paid, customer.subscription.created, .updated and .deleted, charge.refunded, refund.failed, charge.dispute.created and .closed.',
    secret: 'The signing secret that Stripe shows once the destination is there: whsec_…',
    token:
      'A restricted key (rk_…) that may read Checkout Sessions, Invoices, Charges and Refunds, and Events: to ask what messages leave out.',
    item: 'A price (price_…), product (prod_…) or payment link (plink_…)',
  },
  paddle: {
    name: 'Paddle',
    guide: 'paddle',
    connect:
      'In Paddle: Developer tools, Notifications, New destination. Choose transaction.completed, transaction.payment_failed, subscription.created, .updated, .past_due, .paused, .resumed and .canceled, adjustment.created and .updated.',
    secret: 'The destination’s secret key: pdl_ntfset_…',
    token:
      'An API key that may read customers, transactions and notifications. Paddle’s messages don’t say who bought.',
    item: 'A price (pri_…) or product (pro_…)',
  },
  lemonSqueezy: {
    name: 'Lemon Squeezy',
    guide: 'lemon-squeezy',
    connect: 'In Lemon Squeezy: Settings, Webhooks, +. Choose all events that begin with order_ and subscription_.',
    secret: 'A signing secret that you choose, of 6 to 40 characters; enter the same one there.',
    token: 'An API key: to ask each hour for what was missed.',
    item: 'A variant by its number, product:300 or price:9000',
  },
  gumroad: {
    name: 'Gumroad',
    guide: 'gumroad',
    connect:
      'In Gumroad: Settings, Advanced, Ping endpoint. That tells of sales; the guide has the lines that subscribe to refunds and ended memberships too.',
    token: 'An access token of an application of yours. Gumroad signs nothing, so each sale is looked up with it.',
    item: 'The end of a product’s address as Gumroad made it: qmgy, or qmgy/Pro for a version',
  },
  fastSpring: {
    name: 'FastSpring',
    guide: 'fast-spring',
    connect:
      'In FastSpring: Developer tools, Webhooks, Add webhook, with webhook expansion on. Choose order.completed, return.created, subscription.activated, .updated, .canceled, .uncanceled and .deactivated, subscription.charge.completed and .failed, subscription.payment.overdue.',
    secret: 'An HMAC SHA256 secret that you choose; enter the same one there.',
    token: 'User name and password of the API with a colon between them: to ask each hour for what was missed.',
    item: 'A product’s path, or sku:ED-PRO',
  },
  wooCommerce: {
    name: 'WooCommerce',
    guide: 'woo-commerce',
    connect:
      'In WooCommerce: Settings, Advanced, Webhooks, Add webhook, with the topic “Order updated” and API version 3. With WooCommerce Subscriptions add a second one for “Subscription updated”.',
    secret: 'A secret that you choose; enter the same one there.',
    token: 'Consumer key and consumer secret with a colon between them: to ask each hour for what was missed.',
    item: 'A variation or product by its number, or sku:ED-PRO',
  },
  generic: {
    name: 'Your own shop',
    guide: 'your-own',
    connect:
      'Your shop posts a message there for each payment, renewal and refund, signed as Standard Webhooks says. The guide has the fields and twenty lines of code.',
    secret: 'whsec_ and 24 to 64 random bytes in Base64; your shop signs with the same one.',
    item: 'Whatever your shop calls it',
  },
};

export const SHOP_TYPES = Object.keys(SHOPS) as ShopType[];
