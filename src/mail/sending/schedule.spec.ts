import type { Mail } from '../outbox/mail.entity';
import { isCode, waitAfter } from './schedule';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const mail = (more: Partial<Mail> = {}): Pick<Mail, 'kind' | 'data' | 'createdAt'> => ({
  kind: 'delivered',
  data: '{}',
  createdAt: 0,
  ...more,
});
/** In the middle of what chance allows. */
const waitOf = (tries: number, now = 0, of = mail()) => waitAfter(of, tries, now, 0.5);

it('waits longer after each try, and no longer than four hours', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 50].map((tries) => waitOf(tries)! / MINUTE);
  expect(waits).toEqual([0.5, 2, 5, 15, 30, 60, 120, 240, 240, 240]);
});

it('varies each wait by a tenth, so that emails that failed together are not tried together', () => {
  const [least, most] = [0, 1].map((random) => waitAfter(mail(), 4, 0, random));
  expect([least, most]).toEqual([13.5 * MINUTE, 16.5 * MINUTE]);
});

it('gives up after 48 hours, and not before', () => {
  expect(waitOf(20, 44 * HOUR)).toBe(4 * HOUR);
  expect(waitOf(20, 44 * HOUR + 1)).toBeUndefined();
});

it.each(['portalCode', 'addressChange'] as const)('gives a %s up once its code has ended', (kind) => {
  const code = mail({ kind, data: JSON.stringify({ code: '4711', minutes: 10 }) });
  expect(waitOf(3, 5 * MINUTE, code)).toBe(5 * MINUTE);
  expect(waitOf(3, 5 * MINUTE + 1, code)).toBeUndefined();
});

it('knows which kinds hold a secret that serves once', () => {
  const kinds = ['delivered', 'resend', 'expiring', 'expired', 'refunded', 'portalCode', 'addressChange'] as const;
  expect(kinds.filter(isCode)).toEqual(['portalCode', 'addressChange']);
});
