/** A license key by record id or by the key itself; `nothing` for text that can be neither. */
export type KeyReference = { readonly id: number } | { readonly key: string } | { readonly nothing: true };

/** Printable ASCII without spaces; nothing else can be in the database. */
export const KEY = /^[\x21-\x7e]{1,191}$/;
const DIGITS = /^[0-9]+$/;
/** Path words in the position of a license key; a test compares them with the router's. */
export const PATH_WORDS = ['multiple', 'release', 'explain', 'bulk', 'import', 'export'] as const;
/** Reserved for future paths; an existing license key that is such a word still works. */
const KEPT_WORDS = ['stream', 'devices', 'licenses', 'logs', 'replace', 'renew', 'uses', 'entitlements', 'search'];

/** Can't become a license key, in upper or lower case. */
export const RESERVED_WORDS: readonly string[] = [...PATH_WORDS, ...KEPT_WORDS];

const PATH_WORD = new RegExp(`^(?:${PATH_WORDS.join('|')})$`, 'i');
const KEPT_WORD = new RegExp(`^(?:${KEPT_WORDS.join('|')})$`, 'i');

export function isLicenseKey(text: string): boolean {
  return isFindable(text) && !KEPT_WORD.test(text);
}

function isFindable(text: string): boolean {
  return KEY.test(text) && !DIGITS.test(text) && !PATH_WORD.test(text);
}

/** Digits are a record id, all else is a license key. Ids past 2^53-1 and impossible keys never reach the database. */
export function parseKeyReference(text: string): KeyReference {
  if (DIGITS.test(text)) {
    const id = Number(text);
    return Number.isSafeInteger(id) ? { id } : { nothing: true };
  }
  return isFindable(text) ? { key: text } : { nothing: true };
}

/** For a license key presented as proof. Digits are `nothing`: record ids can be guessed by counting. */
export function parseLicenseKey(text: string): KeyReference {
  return DIGITS.test(text) ? { nothing: true } : parseKeyReference(text);
}

/** One text for one reference, since no license key is all digits; undefined for `nothing`. */
export function nameOf(reference: KeyReference): string | undefined {
  if ('id' in reference) return String(reference.id);
  return 'key' in reference ? reference.key : undefined;
}
