import { anyOf, fromOwnRoutes } from '../../platform/http/routes/own-routes';

/** How a caller names a license key: by record id, by the key itself, or by something that can be neither. */
export type KeyReference = { readonly id: number } | { readonly key: string } | { readonly nothing: true };

/** Any printable ASCII token without spaces; whatever else is asked for can't be in the database. */
export const KEY = /^[\x21-\x7e]{1,191}$/;
const DIGITS = /^[0-9]+$/;
/** Words that paths have where a license key could stand; in any case, since paths are found in any. */
const pathWords = fromOwnRoutes((routes) => [...routes.wordsAfter('/api/check'), ...routes.wordsAfter('/api/keys')]);
const pathWord = fromOwnRoutes(() => exactly(pathWords()));
/** Kept for paths to come; a license key that was such a word before goes on working (docs/decisions/057-reserved-names.md). */
const KEPT_WORDS = ['release', 'explain', 'stream', 'devices', 'licenses', 'logs'];
const KEPT_WORD = exactly(KEPT_WORDS);

/** What can't become a license key, whatever its case; each once, though a path has come for some that were kept. */
export const reservedWords = (): readonly string[] => [...new Set([...pathWords(), ...KEPT_WORDS])];

/** Whether a text can become a license key (decisions, section 1). */
export function isLicenseKey(text: string): boolean {
  return isFindable(text) && !KEPT_WORD.test(text);
}

function exactly(words: readonly string[]): RegExp {
  return new RegExp(`^${anyOf(words)}$`, 'i');
}

function isFindable(text: string): boolean {
  return KEY.test(text) && !DIGITS.test(text) && !pathWord().test(text);
}

/**
 * Only digits name a record id, anything else the license key itself (decisions, section 1). Ids past 2^53-1 and
 * text that no license key can have name nothing, and never reach the database.
 */
export function parseKeyReference(text: string): KeyReference {
  if (DIGITS.test(text)) {
    const id = Number(text);
    return Number.isSafeInteger(id) ? { id } : { nothing: true };
  }
  return isFindable(text) ? { key: text } : { nothing: true };
}

/**
 * A license key that a client presents to prove what it may do. A record id proves nothing, since
 * counting up finds one: only digits name nothing here.
 */
export function parseLicenseKey(text: string): KeyReference {
  return DIGITS.test(text) ? { nothing: true } : parseKeyReference(text);
}
