import { isLicenseKey, parseKeyReference } from './key-reference';

it.each(['release', 'Explain', 'stream', 'devices', 'licenses', 'logs'])(
  '%j can not become a license key, and is found if it is one already',
  (word) => {
    expect(isLicenseKey(word)).toBe(false);
    expect(parseKeyReference(word)).toEqual({ key: word });
  },
);

it.each(['multiple', 'BULK', 'import', 'export'])('%j is a path of the service, and names no license key', (word) => {
  expect(isLicenseKey(word)).toBe(false);
  expect(parseKeyReference(word)).toEqual({ nothing: true });
});
