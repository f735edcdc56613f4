import { searchedFields } from '../../platform/fields/records';
import { KINDS, type Worded } from '../../platform/search-index/worded';
import { wordsOf } from '../../platform/search-index/words';
import type { FormerKey } from '../former-keys/former-key.entity';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import type { LicenseKey } from './license-key.entity';

/** Characters at a license key's end by which it is found. */
export const ENDING = 12;

/** All words that go with a license key, the names of its devices (`deviceWords`) among them. */
export const KINDS_OF_KEYS = [KINDS.licenseKey, KINDS.keyEnding] as const;

const searched = searchedFields(LICENSE_KEY_FIELDS);

export const licenseKeyWords = (key: LicenseKey): Worded[] => withWords(key, wordsOf(searched.textsOf(key)));

/** As `licenseKeyWords`, for many, which often have texts in common. */
export function wordsOfLicenseKeys(keys: readonly LicenseKey[]): Worded[] {
  const known = new Map<string, ReadonlySet<string>>();
  return keys.flatMap((key) => {
    const texts = searched.textsOf(key).join('\n');
    const words = known.get(texts) ?? wordsOf([texts]);
    known.set(texts, words);
    return withWords(key, words);
  });
}

function withWords({ id, key }: LicenseKey, words: ReadonlySet<string>): Worded[] {
  return [
    { kind: KINDS.licenseKey, target: id, part: 0, words },
    { kind: KINDS.keyEnding, target: id, part: 0, words: new Set([storedEnding(key)]) },
  ];
}

/** A license key is found by the end of what it was before too. */
export function formerKeyWords({ id, keyId, key }: FormerKey): Worded {
  return { kind: KINDS.keyEnding, target: keyId, part: id, words: new Set([storedEnding(key)]) };
}

/** Whether a change may have changed the words. */
export function hasOtherTexts(before: LicenseKey, after: LicenseKey): boolean {
  return before.key !== after.key || searched.names.some((name) => before[name] !== after[name]);
}

/** Backwards, so that the last characters come first. */
export function storedEnding(end: string): string {
  return Array.from(end.slice(-ENDING).toLowerCase()).toReversed().join('');
}
