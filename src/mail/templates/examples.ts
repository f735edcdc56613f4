import type { MailData, MailedKey, MailKind } from '../outbox/mail-kinds';

const KEY: MailedKey = {
  key: '5f0c8e1b-3d2a-4c57-9d3b-2a1f4e8c6d05',
  product: 'Photo & Film Studio',
  plan: 'Professional',
  seats: 3,
  expiresAt: Date.UTC(2027, 11, 24),
};
const SECOND: MailedKey = { key: 'b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05', product: 'Photo & Film Studio', seats: 1 };
const PORTAL = 'https://licenses.example.com/portal';

const DELIVERED = { keys: [KEY, SECOND], orderNumber: '2026-0815', invoice: 'R-2026-0815' };
const CODE = { code: '4711 0815', link: `${PORTAL}/sign-in#c=47110815`, minutes: 15 };

/** Data for previews: everything that an email of the kind can contain. */
export const EXAMPLES: { readonly [Kind in MailKind]: MailData[Kind] } = {
  delivered: DELIVERED,
  resend: DELIVERED,
  expiring: { key: KEY, days: 7 },
  expired: { key: KEY, graceUntil: Date.UTC(2028, 0, 7) },
  refunded: { keys: [KEY], orderNumber: '2026-0815', invoice: 'R-2026-0815' },
  portalCode: CODE,
  addressChange: { ...CODE, minutes: 1440, newAddress: 'anna.new@example.com' },
};
