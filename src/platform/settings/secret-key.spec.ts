import { randomBytes } from 'node:crypto';
import { parseSecretKey } from './secret-key';

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
