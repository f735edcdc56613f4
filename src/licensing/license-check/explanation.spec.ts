import { VERDICT_LABELS } from '../license-logs/verdict-labels';
import type { Seating } from '../seats/seat-plan';
import { explain, RULES } from './explanation';
import { CONDITIONS, judge, type JudgedKey, type JudgedRequest } from './verdict';

const NOW = 1_767_225_600_000;
const ADDRESS = '198.51.100.7';
const KEY = { id: 17, product: 6, ip: '', status: true, disabled: false, expiresAt: null };
const TERMS = { code: null, graceDays: null, entitlements: null, updatesUntil: null, awaitsCheck: false };
const FULL: Seating = { of: 3, taken: 3, holds: false };

/** For each rule: a check that it refuses, the outcomes of all rules, and what this rule saw. */
type Asked = Partial<Pick<JudgedRequest, 'require' | 'version' | 'release'>> & { pid?: number; seating?: Seating };

const table: [string, Partial<JudgedKey>, Asked, string, string][] = [
  [
    'TEST KEY',
    { test: true, disabled: true },
    {},
    '+x',
    'The key is a test key, and the caller may not check test keys (check:test).',
  ],
  ['KEY DISABLED', { disabled: true }, {}, '++x', 'disabled is true: an administrator switched the key off.'],
  ['NOT ACTIVE', { status: false }, {}, '+++x', 'status is false: the key is not active.'],
  ['EXPIRED', { expiresAt: NOW }, { pid: 6 }, '++++x', 'The key expired at 2026-01-01T00:00:00.000Z.'],
  ['INVALID PRODUCT', {}, { pid: 9 }, '+++++x', 'The check names product 9; the key is for product 6.'],
  [
    'NOT AUTHORISED',
    { ip: '192.0.2.0/24' },
    {},
    '+++++-x',
    '192.0.2.0/24 may use the key; the check comes from 198.51.100.7.',
  ],
  [
    'NOT ENTITLED',
    { terms: { ...TERMS, entitlements: '{"export":true,"sync":false}' } },
    { require: ['export', 'sync'], seating: FULL },
    '+++++-+x',
    'The check requires export, sync; the key contains export: sync is missing.',
  ],
  [
    'UPDATE NOT COVERED',
    { terms: { ...TERMS, updatesUntil: NOW - 1 } },
    { version: '2.1', release: { releasedAt: NOW }, seating: FULL },
    '+++++-+-x',
    'Version 2.1 was released at 2026-01-01T00:00:00.000Z; the key covers what was released until 2025-12-31T23:59:59.999Z.',
  ],
  [
    'NO SEAT',
    {},
    { seating: FULL },
    '+++++-+--x',
    '3 of 3 seats are taken; the check names no device (it is read from device), so its address 198.51.100.7 counts as one, and has none.',
  ],
];
const SIGNS: Record<string, string> = { '+': 'passed', x: 'refused', '.': 'notReached' };

describe('explain', () => {
  it.each(table)(
    '%s: the rule that refuses is named, those behind it are not reached',
    (status, fields, { pid, seating, ...asked }, signs, saw) => {
      const request = { pid, address: ADDRESS, ...asked };
      const reports = explain({ ...KEY, ...fields }, request, NOW, seating);
      expect(reports.map(({ rule }) => rule)).toEqual(RULES);
      expect(judge({ ...KEY, ...fields }, request, NOW, seating).status).toBe(status);
      const refused = reports.find(({ outcome }) => outcome === 'refused')!;
      expect([refused.label, refused.saw]).toEqual([status, saw]);
      const at = reports.indexOf(refused);
      expect(at).toBe(signs.indexOf('x'));
      reports.slice(0, at).forEach(({ outcome }, index) => expect(outcome).toBe(SIGNS[signs[index]] ?? 'notJudged'));
      for (const { outcome } of reports.slice(at + 1)) expect(outcome).toBe('notReached');
      for (const each of reports) expect(each.saw).toMatch(/^[A-Za-z0-9].*\.$/);
    },
  );

  it('of what nothing speaks against says that all passed, but for what nobody asked', () => {
    const outcomes = (pid: number | undefined, seating?: Seating) =>
      explain(KEY, { pid, address: ADDRESS }, NOW, seating).map(({ outcome }) => outcome);
    const passed = RULES.map(() => 'passed');
    expect(outcomes(6, { of: 1, taken: 1, holds: true })).toEqual(passed.with(7, 'notJudged').with(8, 'notJudged'));
    expect(outcomes(undefined)).toEqual([5, 7, 8, 9].reduce((all, index) => all.with(index, 'notJudged'), passed));
  });

  it('says of a check that names no product or device by which fields these are read', () => {
    const saw = (request: { pid?: number; device?: string }) =>
      explain(KEY, { pid: undefined, ...request, address: ADDRESS }, NOW, FULL).map((report) => report.saw);
    expect(saw({})[5]).toBe(
      'The check names no product, so none is judged: it is read from pid, and fields of other names are ignored. The key is for product 6.',
    );
    expect(saw({ pid: 6, device: 'laptop' })[9]).toBe('3 of 3 seats are taken; this device has none.');
  });

  it('of an unknown license key says so, and reaches nothing', () => {
    const [exists, ...others] = explain(undefined, { pid: 6, address: ADDRESS }, NOW, undefined);
    expect([exists.label, exists.outcome]).toEqual(['NOT FOUND', 'refused']);
    expect(new Set(others.map(({ outcome }) => outcome))).toEqual(new Set(['notReached']));
  });

  it('says a time that is no date any more in milliseconds', () => {
    const expiresAt = Number.MAX_SAFE_INTEGER;
    const reports = explain({ ...KEY, expiresAt }, { pid: 6, address: ADDRESS }, NOW, undefined);
    expect(reports.find(({ rule }) => rule === 'expiry')!.saw).toBe(`The key expires at ${expiresAt} ms after 1970.`);
  });
});

it('judge asks the conditions of the list, in its order', () => {
  const flags = [false, true];
  let cases = 0;
  for (const disabled of flags)
    for (const status of flags)
      for (const expiresAt of [null, NOW, NOW + 1])
        for (const pid of [undefined, 6, 9, [6], [9]])
          for (const ip of ['', ADDRESS, '192.0.2.0/24'])
            for (const seating of [undefined, FULL, { ...FULL, holds: true }, { ...FULL, taken: 0 }]) {
              const key = { ...KEY, disabled, status, expiresAt, ip };
              const request = { pid, address: ADDRESS };
              const first = CONDITIONS.find(({ refuses }) => refuses(key, request, NOW, seating));
              expect(judge(key, request, NOW, seating).status).toBe(first?.label ?? 'AUTHORISED');
              cases++;
            }
  expect(cases).toBe(720);
});

it('has a rule for each label, in the order of the contract', () => {
  expect([
    'AUTHORISED',
    ...explain(undefined, { pid: 6, address: ADDRESS }, NOW, undefined).map(({ label }) => label),
  ]).toEqual(VERDICT_LABELS);
});
