import type { AuditRecord } from '../../access/audit/audit-record.entity';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { nextSteps } from './next-steps';
import { changesBeside, keyAt, pastRules, statesAround } from './past-check';

const ENABLED = { id: 2, product: 6, ip: '', status: true, disabled: false };
const KEY = { ...ENABLED, expiresAt: null, seats: null } as LicenseKey;
const DISABLED = { ...ENABLED, disabled: true };

const record = (id: number, at: number, apiKeyName: string, before: object | null, after: object | null): AuditRecord =>
  ({
    id,
    at,
    apiKeyName,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }) as AuditRecord;
/** Newest first. */
const RECORDS = [
  record(4, 50, 'ops', { device: { id: 1 } }, { device: { id: 1 } }),
  record(3, 40, 'mira', DISABLED, ENABLED),
  record(2, 20, 'shop', ENABLED, DISABLED),
  record(1, 10, 'shop', null, ENABLED),
];
const ask = { pid: 6, address: '192.0.2.1' };

describe('the past of a license key', () => {
  it('is what the next change found', () => {
    expect([15, 20, 30, 40, 60].map((time) => keyAt(time, KEY, RECORDS).disabled)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('contains what it contained then, as checks read it', () => {
    const [with50, with80] = [50, 80].map((projects) => ({ ...ENABLED, entitlements: { projects } }));
    const records = [record(2, 20, 'shop', with50, with80), record(1, 10, 'shop', null, with50)];
    const key = Object.assign({}, KEY, { entitlements: JSON.stringify(with80.entitlements) });
    expect([15, 25].map((time) => keyAt(time, key, records).entitlements)).toEqual([
      '{"projects":50}',
      '{"projects":80}',
    ]);
    const renamed = [record(3, 30, 'mira', with80, { ...with80, ip: '192.0.2.1' }), ...records];
    expect(changesBeside(40, 'NOT ENTITLED', renamed).setBy).toMatchObject({ audit: 2, after: '{"projects":80}' });
  });

  it('names who set what decided, and who changed it since', () => {
    const { setBy, changedSince } = changesBeside(30, 'KEY DISABLED', RECORDS);
    expect(setBy).toEqual({ audit: 2, at: 20, by: 'shop', field: 'disabled', before: 'false', after: 'true' });
    expect(changedSince).toMatchObject({ audit: 3, by: 'mira', after: 'false' });
    expect(changesBeside(60, 'NOT AUTHORISED', RECORDS).setBy).toMatchObject({ audit: 1, after: '""' });
    expect(changesBeside(30, 'AUTHORISED', RECORDS)).toEqual({});
  });

  it('is told around a check by its states, and who changed them; an end comes by itself', () => {
    expect(statesAround(30, 60, KEY, RECORDS)).toEqual([
      { from: 30 - 1_800_000, state: 'valid' },
      { from: 20, state: 'disabled', by: 'shop' },
      { from: 40, state: 'valid', by: 'mira' },
    ]);
    const ends = Object.assign({}, KEY, { expiresAt: 45 });
    expect(statesAround(50, 60, ends, RECORDS.slice(0, 1))).toMatchObject([
      { state: 'valid' },
      { from: 45, state: 'expired' },
    ]);
    expect(statesAround(50, 44, ends, RECORDS.slice(0, 1))).toHaveLength(1);
  });

  it('follows the log, and says where the audit does not agree with it', () => {
    const outcomes = (status: string, time: number) =>
      pastRules(status, keyAt(time, KEY, RECORDS), ask, time).map(({ outcome }) => outcome);
    expect(outcomes('KEY DISABLED', 30)).toEqual(['passed', 'passed', 'refused', ...Array(7).fill('notReached')]);
    expect(outcomes('AUTHORISED', 15)).toEqual([...Array(7).fill('passed'), 'notJudged', 'notJudged', 'notJudged']);
    const [, , disabled] = pastRules('KEY DISABLED', keyAt(15, KEY, RECORDS), ask, 15);
    expect(disabled).toMatchObject({
      saw: 'The log says so; what the key looked like then is not recorded.',
      recorded: false,
    });
    const seats = pastRules('NO SEAT', Object.assign({}, KEY, { seats: 2 }), ask, 15).at(-1);
    expect(seats).toMatchObject({
      outcome: 'refused',
      saw: 'All of its 2 seats were taken, and this device had none.',
    });
  });
});

describe('the next steps', () => {
  const now = { at: 100 * 86_400_000, address: '192.0.2.1', licenseKey: undefined };
  const device = { name: '', address: '', hasSeat: true, firstSeen: 1 };

  it('release who was not seen for longest, unless an offline license holds the seat', () => {
    const devices = [
      { ...device, id: 1, lastSeen: 30 },
      { ...device, id: 2, lastSeen: 20, name: 'Old Mac' },
      { ...device, id: 3, lastSeen: 0, heldUntil: 99 },
    ];
    expect(nextSteps({ ...now, status: 'NO SEAT' }, devices)).toEqual([
      { step: 'releaseDevice', deviceId: 2, deviceName: 'Old Mac', lastSeen: 20 },
      { step: 'addSeat', seats: 4 },
    ]);
  });

  it.each([
    [3, 28],
    [40, 31],
  ])('extend a key that expired %d days ago to %d days from now', (ago, left) => {
    const licenseKey = { expiresAt: now.at - ago * 86_400_000 } as never;
    const [{ expiresAt }] = nextSteps({ ...now, status: 'EXPIRED', licenseKey }, []);
    expect((expiresAt! - now.at) / 86_400_000).toBe(left);
  });

  it.each([
    ['KEY DISABLED', [{ step: 'enable' }]],
    ['NOT AUTHORISED', [{ step: 'bind', ip: '192.0.2.1' }, { step: 'forgetAddress' }]],
    ['AUTHORISED', []],
    ['INVALID PRODUCT', []],
  ] as const)('of %s are %j', (status, steps) => {
    expect(nextSteps({ ...now, status }, [])).toEqual(steps);
  });
});
