import { searchedFields } from '../../platform/fields/records';
import { KINDS, type Worded } from '../../platform/search-index/worded';
import { wordsOf } from '../../platform/search-index/words';
import type { FormerKey } from '../former-keys/former-key.entity';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import type { LicenseKey } from './license-key.entity';

/** Length of a license key's end that can be searched for. */
const ENDING = 12;

/** All words of a license key, including the names of its devices (`deviceWords`). */
export const KINDS_OF_KEYS = [KINDS.licenseKey, KINDS.keyEnding] as const;

const searched = searchedFields(LICENSE_KEY_FIELDS);

export const licenseKeyWords = (key: LicenseKey): Worded[] => withWords(key, wordsOf(searched.textsOf(key)));

/** As `licenseKeyWords`, for many keys, which often have texts in common. */
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

/** License keys are also found by the end of their former values. */
export function formerKeyWords({ id, keyId, key }: FormerKey): Worded {
  return { kind: KINDS.keyEnding, target: keyId, part: id, words: new Set([storedEnding(key)]) };
}

/** Whether a change affects the words. */
export function hasOtherTexts(before: LicenseKey, after: LicenseKey): boolean {
  return before.key !== after.key || searched.names.some((name) => before[name] !== after[name]);
}

/** Reversed, so that a prefix search finds endings. */
export function storedEnding(end: string): string {
  return Array.from(end.slice(-ENDING).toLowerCase()).toReversed().join('');
}
