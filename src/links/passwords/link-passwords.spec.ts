import { LinkPasswordLimit } from '../../platform/limits/link-password-limit';
import type { SharedCounts } from '../../platform/limits/shared-counts';
import { LocalCounts, type Limit } from '../../platform/limits/local-counts';
import { LinkPasswords } from './link-passwords';
import { readPassword } from './password-field';

const ADDRESS = '198.51.100.7';
/** Visitors who still wait for the answer. */
const WAITS = () => false;
const WRONG = { status: 403, code: 'link.wrongPassword' };
const TOO_MANY = { status: 429, code: 'limit.linkPasswords' };

let passwords: LinkPasswords;
beforeEach(() => {
  const counts = new LocalCounts();
  const shared: Pick<SharedCounts, 'count'> = {
    count: (key: string, limit: Limit) => Promise.resolve(Math.ceil(counts.count(key, limit) / 1000)),
  };
  passwords = new LinkPasswords(new LinkPasswordLimit(shared as SharedCounts));
});

const hashOf = async (password: string) => (await passwords.protect(password)).passwordHash!;
/** The outcomes of tries, each after the other. */
async function outcomes(times: number, tried: (index: number) => Promise<void>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let index = 0; index < times; index++) seen.push(await tried(index).catch((error: object) => error));
  return seen;
}

it('tells passwords apart, however their letters are composed, and keeps none', async () => {
  const hash = await hashOf('Grüße 🔑');
  expect(hash).not.toBe(await hashOf('Grüße 🔑'));
  expect(hash).toMatch(/^14\.[\w-]{22}\.[\w-]{43}$/);
  expect(await passwords.matches('Gru\u0308ße 🔑', hash)).toBe(true);
  for (const other of ['grüße 🔑', 'Grüße 🔑 ', 'Grüße', 'x'.repeat(200)])
    expect([other, await passwords.matches(other, hash)]).toEqual([other, false]);
});

it('says the same of a repeated request, which nothing else can be compared with', async () => {
  const [first, again, ofAnother, other] = await Promise.all([
    passwords.fingerprint('sesame', '1 key'),
    passwords.fingerprint('sesame', '1 key'),
    passwords.fingerprint('sesame', '2 key'),
    passwords.fingerprint('sesame!', '1 key'),
  ]);
  expect(again).toBe(first);
  expect(new Set([first, ofAnother, other]).size).toBe(3);
});

it('counts wrong ones of an address and a link, and then takes not even the right one', async () => {
  const hash = await hashOf('right');
  const guess = (typed: unknown, linkId = 1) => passwords.require(linkId, hash, typed, ADDRESS, WAITS);
  expect(await outcomes(12, () => guess('right'))).toEqual(Array(12).fill(undefined));
  expect(await outcomes(10, () => guess(['right']))).toEqual(Array(10).fill(expect.objectContaining(WRONG)));
  expect(await outcomes(1, () => guess('wrong'))).toEqual([expect.objectContaining(TOO_MANY)]);
  expect(await outcomes(1, () => guess('right'))).toEqual([expect.objectContaining(TOO_MANY)]);
  await expect(guess('right', 2)).resolves.toBeUndefined();
  await expect(passwords.require(1, hash, 'right', '198.51.100.8', WAITS)).resolves.toBeUndefined();
});

it('takes no more guesses at once than one after the other', async () => {
  const hash = await hashOf('right');
  const tries = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => passwords.require(1, hash, `wrong ${index}`, ADDRESS, WAITS)),
  );
  const wrong = tries.filter((each) => each.status === 'rejected' && each.reason.code === 'link.wrongPassword');
  expect(wrong).toHaveLength(10);
});

it('bounds the guesses of a link from a hundred addresses', async () => {
  const hash = await hashOf('right');
  const from = (index: number) => `203.0.113.${index}`;
  const seen = await outcomes(100, (index) => passwords.require(1, hash, '', from(index), WAITS));
  expect(seen).toEqual(Array(100).fill(expect.objectContaining(WRONG)));
  expect(await outcomes(2, (index) => passwords.require(1, hash, 'wrong', from(100 + index), WAITS))).toEqual(
    Array(2).fill(expect.objectContaining(TOO_MANY)),
  );
  await expect(passwords.require(1, hash, 'right', ADDRESS, WAITS)).rejects.toMatchObject(TOO_MANY);
  await expect(passwords.require(2, hash, 'right', ADDRESS, WAITS)).resolves.toBeUndefined();
});

it('lets nobody through who no longer waits, before the comparison or after it', async () => {
  const hash = await hashOf('right');
  await expect(passwords.require(1, hash, 'right', ADDRESS, () => true)).rejects.toMatchObject({ status: 503 });
  const asked = jest.fn().mockReturnValueOnce(false).mockReturnValue(true);
  await expect(passwords.require(1, hash, 'right', ADDRESS, asked)).rejects.toMatchObject({ status: 503 });
  // Nothing was learned of these, so they are no guesses.
  expect(await outcomes(20, () => passwords.require(1, hash, 'wrong', ADDRESS, () => true))).toEqual(
    Array(20).fill(expect.objectContaining({ status: 503 })),
  );
});

it('refuses at once when a hundred wait', async () => {
  // As costly as one of today would be, these take four seconds.
  const cheap = `1.${'A'.repeat(22)}.${'A'.repeat(43)}`;
  let settled = 0;
  const waiting = Array.from({ length: 101 }, () => passwords.matches('x', cheap).finally(() => settled++));
  await expect(passwords.protect('x')).rejects.toMatchObject({ status: 503 });
  expect(settled).toBe(0);
  expect(await Promise.all(waiting)).toEqual(Array(101).fill(false));
});

it.each([
  ['', undefined],
  [' ', undefined],
  ['\u3000', undefined],
  ['a', 'a'],
  [' a ', ' a '],
  ['🔑'.repeat(200), '🔑'.repeat(200)],
  ['u\u0308'.repeat(200), 'ü'.repeat(200)],
  ['x'.repeat(201), undefined],
  ['x'.repeat(1_000_000), undefined],
  ['a\0b', undefined],
  ['a\nb', undefined],
  ['\ud800', undefined],
  [undefined, undefined],
  [null, undefined],
  [1, undefined],
  [['a'], undefined],
  [{}, undefined],
])('reads %j as a password', (typed, expected) => {
  expect(readPassword(typed)).toBe(expected);
});
