import { randomBytes, randomUUID } from 'node:crypto';
import { isGuessable } from './guessable-secret';

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
