import type { ExplainedLog } from '../src/explain/explained-log';
import { forCustomer } from '../src/explain/for-customer';
import { comparedRules } from '../src/explain/rule-words';
import { nowInWords, questionOf, thenInWords } from '../src/explain/then-now';
import { answered, AT, DAY_MS, NO_SEAT } from './explained';

const MINUTE_MS = 60_000;
const nameOf = (pid: number) => (pid === 6 ? 'Tonspur Studio' : `product ${pid}`);
const then = (explained: ExplainedLog) => Object.values(thenInWords(explained, nameOf)).join(' ');
const now = (explained: ExplainedLog) => Object.values(nowInWords(explained, nameOf)).join(' ');

const change = (field: string, by: string, at: number, before?: string, after?: string) => ({
  audit: 9,
  at,
  by,
  field,
  before,
  after,
});
const DISABLED = { ...change('disabled', 'shop', AT - 26 * MINUTE_MS, 'false', 'true'), reason: 'dispute opened' };
const ENABLED = change('disabled', 'Mira', AT + MINUTE_MS, 'true', 'false');
/** Desk was refused while the key was disabled, and passes now. */
const DESK = answered('AUTHORISED', {
  licenseKey: { seats: 2 },
  seatedDevices: NO_SEAT.seatedDevices,
  past: { status: 'KEY DISABLED', deviceId: 1, deviceName: 'Desk', setBy: DISABLED, changedSince: ENABLED },
});

const rule = (name: 'disabled' | 'expiry' | 'address', outcome: 'refused' | 'passed' | 'notReached') =>
  ({ rule: name, label: 'EXPIRED', outcome, saw: '', recorded: true }) as const;

it('tells who did what and why, and what became of it', () => {
  expect(questionOf(DESK)).toBe('Why was Desk refused at 14:03?');
  expect(then(DESK)).toBe('shop disabled the key at 13:37: “dispute opened”. Mira enabled it again at 14:04.');
  expect(now(DESK)).toBe('Desk has its seat and may run. There is nothing left to do.');
  expect(then(answered('KEY DISABLED'))).toBe('The key was disabled. Nobody has changed that since.');
  expect(then(NO_SEAT)).toBe('All seats were taken. Who had them then is not recorded.');
  const ofOne = answered('NO SEAT', { past: { licenseKey: { ...NO_SEAT.past.licenseKey, seats: 1 } } });
  expect(then(ofOne)).toBe('Its only seat was taken. Who had it then is not recorded.');
  expect(now(NO_SEAT)).toBe(
    'Anna’s laptop would be refused: both seats are taken, by Desk and Old Mac. For the same reason as then.',
  );
});

it.each([
  [{ status: 'INVALID PRODUCT', product: 7 }, 'It asked for product 7, and the key was for Tonspur Studio.'],
  [
    { status: 'NOT AUTHORISED', licenseKey: { product: 6, ip: '203.0.113.7', status: true, disabled: false } },
    'It came from 203.0.113.24, and the key was bound to 203.0.113.7.',
  ],
  [
    {
      status: 'EXPIRED',
      licenseKey: { product: 6, ip: '', status: true, disabled: false, expiresAt: AT - 3 * DAY_MS },
    },
    'The key had expired on 20 Nov at 14:03.',
  ],
  [{ status: 'KEY REPLACED' }, 'It sent a former value of the key.'],
  [{ status: 'AUTHORISED' }, 'Anna’s laptop passed. It came from 203.0.113.24.'],
  [{ status: 'RELEASED' }, 'Anna’s laptop gave its seat back.'],
] as const)('tells of %j', (past, words) => {
  expect(then(answered('AUTHORISED', { past })).startsWith(words)).toBe(true);
});

it('does not claim a key of then that is not recorded', () => {
  const rules = [{ rule: 'address', label: 'NOT AUTHORISED', outcome: 'refused', saw: '', recorded: false } as const];
  const past = { status: 'NOT AUTHORISED', rules } as const;
  const explained = answered('AUTHORISED', { past, rules: [{ ...rules[0], outcome: 'passed' }] });
  expect(then(explained)).toMatch(/^It came from 203.0.113.24, which the key did not allow. Who changed that is not/);
  expect(comparedRules(explained, nameOf)[0].was.words).toBe('the log says so; the key’s state then is not recorded');
});

it('tells the customer in one sentence, without colleagues', () => {
  expect(forCustomer(DESK, nameOf)).toMatch(
    /^On 23 November 2026 at 14:03 \S+, Desk was refused because your license for Tonspur Studio was disabled; it works again now\.$/,
  );
  expect(
    forCustomer(answered('NO SEAT', { past: { licenseKey: { ...NO_SEAT.past.licenseKey, seats: 2 } } }), nameOf),
  ).toMatch(
    /your license for Tonspur Studio is for 2 devices at a time, and all of them were in use, and that is still so\.$/,
  );
});

it('compares each rule by what it looks at, not by how it is said', () => {
  const was = { product: 6, ip: '', status: true, disabled: true, expiresAt: AT + 111.5 * DAY_MS };
  const explained = answered('AUTHORISED', {
    licenseKey: { expiresAt: was.expiresAt, ip: '203.0.113.24' },
    rules: [rule('disabled', 'passed'), rule('expiry', 'passed'), rule('address', 'passed')],
    past: {
      ...DESK.past,
      licenseKey: was,
      rules: [rule('disabled', 'refused'), rule('expiry', 'notReached'), rule('address', 'notReached')],
    },
  });
  expect(comparedRules(explained, nameOf)).toMatchObject([
    { was: { words: 'disabled', change: DISABLED }, is: { words: 'enabled', change: ENABLED }, differs: true },
    { was: { words: '111 days left' }, is: { words: 'expires 15 Mar 2027' }, differs: false },
    { was: { words: 'any address is allowed' }, differs: true },
  ]);
});
