import { withoutPerson } from './personal-data';

const KEY = { id: 1, uuid: 'anna@example.com', note: 'likes bells', metadata: { city: 'Berlin' }, disabled: false };

it('replaces what tells of a person by a value of the same type', () => {
  const erased = { id: 1, uuid: 'erased', note: 'erased', metadata: {}, disabled: false };
  expect(withoutPerson({ licenseKey: KEY, previous: { note: null, metadata: null, ip: '' } })).toEqual({
    licenseKey: erased,
    previous: { note: null, metadata: null, ip: '' },
  });
});
