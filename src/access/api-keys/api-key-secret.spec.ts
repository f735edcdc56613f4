import { generateSecret, isPlausibleSecret } from './api-key-secret';

describe('API key secrets', () => {
  it('are kl_, 30 random characters and their checksum', () => {
    const secrets = Array.from({ length: 100 }, generateSecret);
    for (const secret of secrets) {
      expect(secret).toMatch(/^kl_[0-9A-Za-z]{36}$/);
      expect(isPlausibleSecret(secret)).toBe(true);
    }
    expect(new Set(secrets).size).toBe(100);
  });

  it('keep the checksum that deployed scanners know', () => {
    expect(isPlausibleSecret('kl_0000000000000000000000000000002C8GjS')).toBe(true);
  });

  it('are known to be wrong when one character differs', () => {
    const secret = generateSecret();
    for (let index = 3; index < secret.length; index++) {
      const other = secret[index] === 'a' ? 'b' : 'a';
      expect(isPlausibleSecret(secret.slice(0, index) + other + secret.slice(index + 1))).toBe(false);
    }
  });

  it('may be chosen by the operator: 24 to 191 characters', () => {
    expect(isPlausibleSecret('x'.repeat(24))).toBe(true);
    expect(isPlausibleSecret('x'.repeat(23))).toBe(false);
    expect(isPlausibleSecret('x'.repeat(192))).toBe(false);
  });
});
