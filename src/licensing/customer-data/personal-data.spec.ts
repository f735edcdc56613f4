import { isOf, withoutPerson } from './personal-data';

const KEY = { id: 1, uuid: 'anna@example.com', note: 'likes bells', metadata: { city: 'Berlin' }, disabled: false };

it('replaces what tells of a person by a value of the same type', () => {
  const erased = { id: 1, uuid: 'erased', note: 'erased', metadata: {}, disabled: false };
  expect(withoutPerson({ licenseKey: KEY, previous: { note: null, metadata: null, ip: '' } })).toEqual({
    licenseKey: erased,
    previous: { note: null, metadata: null, ip: '' },
  });
});

it('leaves what others have in the same record', () => {
  const theirs = { ...KEY, uuid: 'ben@example.com' };
  const given = { licenseKey: theirs, previous: { uuid: KEY.uuid, note: 'hers' } };
  expect(isOf(KEY.uuid, given)).toBe(true);
  expect(withoutPerson(given, KEY.uuid)).toEqual({
    licenseKey: theirs,
    previous: { uuid: 'erased', note: 'erased' },
  });
  expect(isOf(KEY.uuid, { ...theirs, metadata: { uid: KEY.uuid } })).toBe(false);
});
