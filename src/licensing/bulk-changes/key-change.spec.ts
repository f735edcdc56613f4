import { newValues } from '../../platform/fields/records';
import { LICENSE_KEY_FIELDS } from '../license-keys/license-key-fields';
import type { LicenseKey } from '../license-keys/license-key.entity';
import type { KeyChangeDto } from './dto/key-change.dto';
import { keyChange } from './key-change';
import { CHANGED, OUT_OF_RANGE, UNCHANGED } from './row-results';

const DAY_MS = 86_400_000;
const EXPIRY = Date.UTC(2027, 0, 31);

const before = (fields: Partial<LicenseKey> = {}): LicenseKey => ({
  ...newValues(LICENSE_KEY_FIELDS, 'import', { uid: 'customer-17', pid: 6, lastSeen: 5, expiresAt: EXPIRY, seats: 3 }),
  id: 1,
  key: '0b6f1a52',
  ...fields,
});

it('changes what it names, and nothing else', () => {
  const key = before();
  expect(keyChange({ disabled: true, ip: '203.0.113.7/24' })(key)).toEqual({
    code: CHANGED,
    after: before({ disabled: true, ip: '203.0.113.0/24' }),
  });
  expect(key).toEqual(before());
});

it.each<KeyChangeDto>([{ disabled: false }, { ip: '', seats: 3 }, { leaseSeconds: 0 }, { expiresAt: EXPIRY }])(
  'leaves a key alone that has all values already: %j',
  (change) => {
    expect(keyChange(change)(before())).toEqual({ code: UNCHANGED, after: before() });
  },
);

it('takes an expiry or seats away where they are 0', () => {
  const { after } = keyChange({ expiresAt: 0, seats: 0 })(before());
  expect(after).toEqual(before({ expiresAt: null, seats: null }));
});

it.each([30, -30])('moves the expiry by %i days, beside other changes', (extendDays) => {
  expect(keyChange({ extendDays, locked: true })(before())).toEqual({
    code: CHANGED,
    after: before({ expiresAt: EXPIRY + extendDays * DAY_MS, locked: true }),
  });
});

it('gives no expiry to a key without one', () => {
  const key = before({ expiresAt: null });
  expect(keyChange({ extendDays: 30 })(key)).toEqual({ code: UNCHANGED, after: key });
  expect(keyChange({ extendDays: 30, locked: true })(key)).toEqual({
    code: CHANGED,
    after: before({ expiresAt: null, locked: true }),
  });
});

it('gives one to a key without, where a time is given for those, and moves the others', () => {
  const change = keyChange({ extendDays: 30, expiresAtIfNone: 5 });
  expect(change(before({ expiresAt: null }))).toEqual({ code: CHANGED, after: before({ expiresAt: 5 }) });
  expect(change(before()).after.expiresAt).toBe(EXPIRY + 30 * DAY_MS);
});

it.each([
  [DAY_MS, -1],
  [DAY_MS - 1, -1],
  [Number.MAX_SAFE_INTEGER, 1],
])('changes nothing of a key whose expiry of %i would go beyond what it can be', (expiresAt, extendDays) => {
  const key = before({ expiresAt });
  expect(keyChange({ extendDays, locked: true })(key)).toEqual({ code: OUT_OF_RANGE, after: key });
});

it('moves an expiry as far as it can be', () => {
  const { code, after } = keyChange({ extendDays: -1 })(before({ expiresAt: DAY_MS + 1 }));
  expect([code, after.expiresAt]).toEqual([CHANGED, 1]);
});
