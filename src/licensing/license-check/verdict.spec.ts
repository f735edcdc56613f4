import type { Plan } from '../../catalog/plans/plan.entity';
import type { VerdictLabel } from '../license-logs/verdict-labels';
import type { KeyTerms } from '../license-keys/key-terms';
import { judge } from './verdict';

const ADDRESS = '198.51.100.7';
const PRODUCT = 6;

const NOW = 1_767_225_600_000;

/** Every combination of inputs, and the first condition that refuses it. */
const combinations = [false, true].flatMap((disabled) =>
  [false, true].flatMap((status) =>
    [undefined, PRODUCT, PRODUCT + 1].flatMap((pid) =>
      ['', ADDRESS, '198.51.100.0/24', '192.0.2.1', '192.0.2.0/24', '2001:db8::/32'].flatMap((ip) =>
        [null, NOW + 1, NOW, NOW - 1].map((expiresAt) => {
          const otherAddress = ip.startsWith('192') || ip.startsWith('2001');
          const expired = expiresAt === NOW || expiresAt === NOW - 1;
          const expected = expectedStatus(disabled, status, expired, pid === PRODUCT + 1, otherAddress);
          return { disabled, status, expiresAt, pid, ip, expected };
        }),
      ),
    ),
  ),
);

function expectedStatus(
  disabled: boolean,
  active: boolean,
  expired: boolean,
  otherProduct: boolean,
  otherAddress: boolean,
) {
  if (disabled) return 'KEY DISABLED';
  if (!active) return 'NOT ACTIVE';
  if (expired) return 'EXPIRED';
  if (otherProduct) return 'INVALID PRODUCT';
  return otherAddress ? 'NOT AUTHORISED' : 'AUTHORISED';
}

describe('judge', () => {
  it('answers NOT FOUND without a key', () => {
    expect(judge(undefined, { pid: PRODUCT, address: ADDRESS }, NOW)).toEqual({
      status: 'NOT FOUND',
      pass: false,
      details: expect.stringMatching(/\.$/),
    });
  });

  it.each(combinations)(
    'disabled $disabled, status $status, expiresAt $expiresAt, pid $pid, ip "$ip" → $expected',
    ({ disabled, status, expiresAt, pid, ip, expected }) => {
      const verdict = judge({ product: PRODUCT, ip, status, disabled, expiresAt }, { pid, address: ADDRESS }, NOW);
      expect(verdict.status).toBe<VerdictLabel>(expected as VerdictLabel);
      expect(verdict.pass).toBe(expected === 'AUTHORISED');
      expect(verdict.details).toMatch(/^[A-Z].*\.$/);
    },
  );

  it('of a test key asks first whether the caller may check those', () => {
    const key = { product: PRODUCT, ip: '', status: true, disabled: false, expiresAt: null, test: true };
    const judged = (takesTestKeys: boolean | undefined, fields: object = {}) =>
      judge({ ...key, ...fields }, { pid: PRODUCT, address: ADDRESS, takesTestKeys }, NOW);
    expect(judged(undefined, { disabled: true })).toMatchObject({ status: 'TEST KEY', pass: false });
    expect(judged(true)).toMatchObject({ status: 'AUTHORISED', pass: true, test: true });
    expect(judged(true, { expiresAt: NOW })).toMatchObject({ status: 'EXPIRED', pass: false });
    expect(judged(true, { test: null })).not.toHaveProperty('test');
  });

  it('passes in exactly the cases that nothing speaks against', () => {
    expect(combinations.filter(({ expected }) => expected === 'AUTHORISED')).toHaveLength(12);
  });
});

describe('judge, where devices are counted', () => {
  const key = { product: PRODUCT, ip: '', status: true, disabled: false, expiresAt: null };

  it.each([
    [1, false, 'AUTHORISED'],
    [2, false, 'NO SEAT'],
    [2, true, 'AUTHORISED'],
    [3, true, 'AUTHORISED'],
  ])('%d of 2 seats taken, one of them by the device: %s → %s', (taken, holds, expected) => {
    const seating = { of: 2, taken, holds };
    expect(judge(key, { pid: PRODUCT, address: ADDRESS }, NOW, seating).status).toBe(expected);
    expect(judge({ ...key, ip: '192.0.2.1' }, { pid: PRODUCT, address: ADDRESS }, NOW, seating).status).toBe(
      'NOT AUTHORISED',
    );
  });
});

describe('judge, for any of several products', () => {
  const key = { product: PRODUCT, ip: ADDRESS, status: true, disabled: false, expiresAt: null };

  it.each([
    [[PRODUCT], 'AUTHORISED'],
    [[PRODUCT + 1, PRODUCT], 'AUTHORISED'],
    [[PRODUCT + 1, PRODUCT - 1], 'INVALID PRODUCT'],
    [[], 'INVALID PRODUCT'],
  ])('%j → %s, with the product that passed', (pid, expected) => {
    const { status, proId } = judge(key, { pid, address: ADDRESS }, NOW);
    expect([status, proId]).toEqual([expected, expected === 'AUTHORISED' ? PRODUCT : undefined]);
  });

  it('names no product when another condition speaks against the key', () => {
    for (const fields of [{ disabled: true }, { status: false }, { expiresAt: NOW }, { ip: '192.0.2.1' }]) {
      expect(judge({ ...key, ...fields }, { pid: [PRODUCT], address: ADDRESS }, NOW)).not.toHaveProperty('proId');
    }
    expect(judge(key, { pid: PRODUCT, address: ADDRESS }, NOW)).not.toHaveProperty('proId');
  });
});

describe('judge, by the terms of a plan', () => {
  const DAY = 86_400_000;
  const key = { product: PRODUCT, ip: '', status: true, disabled: false, expiresAt: NOW - DAY };
  const plan = { graceDays: 3, entitlements: '{"export":true,"projects":50}' } as Plan;
  const entitlements = '{"projects":80,"export":false}';
  const own = { code: 'pro', graceDays: null, entitlements, updatesUntil: null, awaitsCheck: false };
  const terms = { plan, ...own };
  const request = { pid: PRODUCT, address: ADDRESS };

  it('passes during the grace, the key’s own rather than the plan’s, and says until when', () => {
    expect(judge({ ...key, terms }, request, NOW)).toMatchObject({ status: 'AUTHORISED', graceUntil: NOW + 2 * DAY });
    expect(judge({ ...key, terms }, request, NOW + 2 * DAY).status).toBe('EXPIRED');
    expect(judge({ ...key, terms: { ...terms, graceDays: 1 } }, request, NOW - 1)).toMatchObject({ graceUntil: NOW });
    expect(judge({ ...key, terms: { ...terms, graceDays: 1 } }, request, NOW).status).toBe('EXPIRED');
    expect(judge({ ...key, terms }, request, NOW - DAY - 1)).not.toHaveProperty('graceUntil');
  });

  it('tells a check that asks what the key contains, and refuses one that requires more', () => {
    const valid = { ...key, expiresAt: null, terms };
    expect(judge(valid, { ...request, asksEntitlements: true }, NOW).entitlements).toEqual({ projects: 80 });
    expect(judge(valid, request, NOW)).not.toHaveProperty('entitlements');
    expect(judge(valid, { ...request, require: ['projects'] }, NOW).status).toBe('AUTHORISED');
    for (const name of ['export', 'toString', '__proto__'])
      expect(judge(valid, { ...request, require: ['projects', name] }, NOW).status).toBe('NOT ENTITLED');
  });
});

describe('judge, of a version', () => {
  const key = { product: PRODUCT, ip: '', status: true, disabled: false, expiresAt: null };
  const own = { code: null, graceDays: null, entitlements: null, updatesUntil: NOW, awaitsCheck: false };
  const request = { pid: PRODUCT, address: ADDRESS, version: '2.1' };
  const judged = (releasedAt: number, terms: KeyTerms, now = NOW) =>
    judge({ ...key, terms }, { ...request, release: { releasedAt, newestCovered: '2.0' } }, now);

  it('refuses what was released after the updates ended, with the newest that is covered', () => {
    expect(judged(NOW + 1, own)).toMatchObject({ status: 'UPDATE NOT COVERED', pass: false, newestCovered: '2.0' });
    // What was released before passes for ever.
    for (const now of [NOW, NOW + 1e12]) expect(judged(NOW, own, now)).not.toHaveProperty('newestCovered');
    expect(judged(NOW, own, NOW + 1e12).status).toBe('AUTHORISED');
  });

  it('passes what is not registered, and everything for a key whose updates never end', () => {
    expect(judge({ ...key, terms: own }, request, NOW).status).toBe('AUTHORISED');
    expect(judged(NOW + 1, { ...own, updatesUntil: null }).status).toBe('AUTHORISED');
    expect(judge({ ...key, terms: own }, { pid: PRODUCT, address: ADDRESS }, NOW).status).toBe('AUTHORISED');
  });

  it('goes by the updates that would begin with this check', () => {
    const awaiting = { ...own, updatesUntil: null, awaitsCheck: true, plan: { updates: 'P1D' } as Plan };
    expect(judged(NOW + 86_400_000, awaiting).status).toBe('AUTHORISED');
    expect(judged(NOW + 86_400_001, awaiting).status).toBe('UPDATE NOT COVERED');
  });

  it('comes after an end, and before seats', () => {
    const seating = { of: 1, taken: 1, holds: false };
    const asked = { ...request, release: { releasedAt: NOW + 1 } };
    expect(judge({ ...key, terms: own }, asked, NOW, seating).status).toBe('UPDATE NOT COVERED');
    expect(judge({ ...key, expiresAt: NOW, terms: own }, asked, NOW).status).toBe('EXPIRED');
  });
});
