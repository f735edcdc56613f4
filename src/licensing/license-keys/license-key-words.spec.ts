import { licenseKeyWords, wordsOfLicenseKeys } from './license-key-words';
import type { LicenseKey } from './license-key.entity';

const UID = '0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11';

const keys = ['Müller', 'müller@example.com', UID, 'Müller', `of ${UID}`].map(
  (uuid, id) => ({ id, uuid, key: `key-${id}`, note: 'INV10482\nof May', metadata: '{"order":"4711"}' }) as LicenseKey,
);

describe('words of many license keys', () => {
  it('are those of each', () => {
    expect(wordsOfLicenseKeys(keys)).toEqual(keys.flatMap(licenseKeyWords));
  });

  it('are made once of the same texts', () => {
    const [first, , , , , , again] = wordsOfLicenseKeys(keys);
    expect(again.words).toBe(first.words);
  });
});
