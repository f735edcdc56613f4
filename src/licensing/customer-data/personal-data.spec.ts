import { asToldTo, isOf, withoutPerson } from './personal-data';

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

it('tells a person what is about her, and of others what they are not known by', () => {
  const hers = new Set([KEY.uuid, 'anna@old.example.com']);
  const ben = { ...KEY, uuid: 'ben@example.com', key: '5f0c8e1b-0000-4000-8000-000000000000' };
  const former = { uuid: 'anna@old.example.com', note: 'hers' };
  expect(asToldTo(hers, { licenseKey: ben, previous: former })).toEqual({
    licenseKey: { id: 1, disabled: false, key: '5f0c8e1b…' },
    previous: former,
  });
  expect(asToldTo(hers, { ...KEY, metadata: { uid: 'theirs', key: 'of a piano' } })).toEqual({
    ...KEY,
    metadata: { uid: 'theirs', key: 'of a piano' },
  });
  const erased = { uuid: 'erased', note: 'erased', key: '5f0c8e1b…' };
  expect(asToldTo(hers, erased)).toEqual(erased);
  expect(asToldTo(hers, { device: { name: 'Laptop of Anna' } })).toEqual({ device: { name: 'Laptop of Anna' } });
});
