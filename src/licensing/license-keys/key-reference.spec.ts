import { isLicenseKey, parseKeyReference, RESERVED_WORDS } from './key-reference';

const PATHS = ['multiple', 'release', 'Explain', 'BULK', 'import', 'export'];
const KEPT = ['stream', 'devices', 'licenses', 'logs', 'replace', 'Renew', 'uses', 'ENTITLEMENTS', 'search'];

it.each(KEPT)('%j can not become a license key, and is found if it is one already', (word) => {
  expect(isLicenseKey(word)).toBe(false);
  expect(parseKeyReference(word)).toEqual({ key: word });
});

it.each(PATHS)('%j is a path of the service, and names no license key', (word) => {
  expect(isLicenseKey(word)).toBe(false);
  expect(parseKeyReference(word)).toEqual({ nothing: true });
});

it('a word that only begins like a reserved one is a license key like any other', () => {
  for (const word of ['renewal', 'bulk-1', 'my-search']) {
    expect([isLicenseKey(word), parseKeyReference(word)]).toEqual([true, { key: word }]);
  }
});

it('each reserved word is told once', () => {
  expect(RESERVED_WORDS.toSorted()).toEqual([...PATHS, ...KEPT].map((word) => word.toLowerCase()).toSorted());
});
