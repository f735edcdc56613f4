import { randomBytes, randomUUID } from 'node:crypto';
import { isGuessable, parseSecretKey } from './secret-key';

it('reads what openssl rand -base64 32 prints, and shows it to nobody', () => {
  for (let times = 0; times < 500; times++) {
    const bytes = randomBytes(32);
    expect(parseSecretKey(bytes.toString('base64')).export()).toEqual(bytes);
  }
  const text = randomBytes(32).toString('base64');
  expect(JSON.stringify(parseSecretKey(text))).not.toContain(text.slice(0, 8));
});

it.each([
  ['too short', randomBytes(31).toString('base64')],
  ['too long', randomBytes(33).toString('base64')],
  ['hexadecimal', randomBytes(32).toString('hex')],
  ['base64url', `${'-_'.repeat(21)}8=`],
  ['without padding', randomBytes(32).toString('base64').slice(0, -1)],
  ['with bits that mean nothing', `${'QwErTy'.repeat(7)}B=`],
  [
    'with a line end within',
    randomBytes(32)
      .toString('base64')
      .replace(/^.{20}/, '$&\n'),
  ],
  ['guessable', Buffer.alloc(32).toString('base64')],
])('refuses a key that is %s, without repeating it', (_, text) => {
  expect(() => parseSecretKey(text)).toThrow(/openssl rand -base64 32/);
  expect(() => parseSecretKey(text)).not.toThrow(text);
});

it.each([
  'a'.repeat(24),
  'ab'.repeat(12),
  'changemechangemechangeme',
  'changeme-please-before-production',
  'Ch4ngeM3!Ch4ngeM3!Ch4ngeM3!',
  'P@ssw0rd-P@ssw0rd-P@ssw0rd',
  'password123password123password',
  '123456789012345678901234',
  '112233445566778899001122',
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789abcdef0123456789abcdef',
  'qwertyuiopasdfghjklzxcvbnm',
  'deadbeefdeadbeefdeadbeefdeadbeef',
  'my-super-secret-admin-key',
  'this-is-my-secret-api-key-2024',
  'correct-horse-battery-staple',
])('"%s" can be guessed', (secret) => {
  expect(isGuessable(secret)).toBe(true);
});

it.each<[string, () => string]>([
  ['openssl rand -hex 16', () => randomBytes(16).toString('hex')],
  ['openssl rand -hex 32', () => randomBytes(32).toString('hex')],
  ['openssl rand -base64 24', () => randomBytes(24).toString('base64')],
  ['uuidgen', randomUUID],
])('nothing that %s makes can be guessed', (_, make) => {
  const refused = Array.from({ length: 1000 }, make).filter(isGuessable);
  expect(refused).toEqual([]);
});
