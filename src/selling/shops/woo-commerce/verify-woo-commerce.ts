import type { ShopMessage } from '../shop';
import { isSignedBy, missingHeader, wrongSignature } from '../signatures';

export const TOPIC_HEADER = 'x-wc-webhook-topic';
export const DELIVERY_HEADER = 'x-wc-webhook-delivery-id';
const SIGNATURE_HEADER = 'x-wc-webhook-signature';
export const HEADERS = [SIGNATURE_HEADER, TOPIC_HEADER, DELIVERY_HEADER];

/** Sent unsigned by WooCommerce when a webhook is saved, to test the address. */
export const isPing = (body: Buffer): boolean =>
  body.length < 50 && /^webhook_id=\d{1,20}$/.test(body.toString('latin1').trim());

/** HMAC-SHA-256 of the body in Base64, without a time. */
export function verifyWooCommerce({ headers, body }: ShopMessage, secrets: readonly string[]): string | undefined {
  if (isPing(body)) return undefined;
  const header = headers[SIGNATURE_HEADER];
  if (header === undefined) return missingHeader('X-WC-Webhook-Signature', 'WooCommerce');
  if (isSignedBy(secrets, [Buffer.from(header, 'base64')], body)) return undefined;
  return wrongSignature('WooCommerce', 'WooCommerce: Settings, Advanced, Webhooks, your webhook, Secret');
}
