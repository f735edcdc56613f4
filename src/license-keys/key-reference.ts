/** How a caller names a license key: by record id, by the key itself, or by something that can be neither. */
export type KeyReference = { readonly id: number } | { readonly key: string } | { readonly nothing: true };

/** Any printable ASCII token without spaces; whatever else is asked for can't be in the database. */
export const KEY = /^[\x21-\x7e]{1,191}$/;
const DIGITS = /^[0-9]+$/;

/**
 * Only digits name a record id, anything else the license key itself (decisions, section 1). Ids past 2^53-1 and
 * text that no license key can have name nothing, and never reach the database.
 */
export function parseKeyReference(text: string): KeyReference {
  if (DIGITS.test(text)) {
    const id = Number(text);
    return Number.isSafeInteger(id) ? { id } : { nothing: true };
  }
  return KEY.test(text) ? { key: text } : { nothing: true };
}

/**
 * A license key that a client presents to prove what it may do. A record id proves nothing: whoever counts up would
 * find one, so only digits name nothing here.
 */
export function parseLicenseKey(text: string): KeyReference {
  return DIGITS.test(text) ? { nothing: true } : parseKeyReference(text);
}
