import { randomBytes } from 'node:crypto';

/** Stands in the page where the nonce of its styles belongs. */
export const NONCE_PLACE = '__CSP_NONCE__';

export const newNonce = (): string => randomBytes(18).toString('base64url');

/**
 * What the page may do: run what the service itself sends, and nothing that stands in the page; talk to nobody else; and be in
 * nobody's frame. Styles that its components make carry the nonce; what they set on elements by script needs no leave.
 */
export function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
