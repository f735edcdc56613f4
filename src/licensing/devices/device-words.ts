import { KINDS, type Worded } from '../../platform/search-index/worded';
import { wordsOf } from '../../platform/search-index/words';
import type { Device } from './device.entity';

/** Names of devices are search words of their license key. */
export function deviceWords({ keyId, id, name }: Pick<Device, 'keyId' | 'id' | 'name'>): Worded {
  return { kind: KINDS.licenseKey, target: keyId, part: id, words: wordsOf([name]) };
}

/** Whether a word's device is gone. */
export const IS_GONE =
  'NOT EXISTS (SELECT 1 FROM devices WHERE devices.key_id = search_words.target AND devices.id = search_words.part)';
