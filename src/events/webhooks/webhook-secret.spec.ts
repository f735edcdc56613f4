import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { publicKeyText, signedHeaders, WebhookSecret } from './webhook-secret';

const BODY = JSON.stringify({ id: 'evt_1', type: 'licenseKey.disabled', data: { note: 'Größe \u{1f3b9}' } });
const MESSAGE = { id: 'evt_1', body: BODY };

it('is verified by the official library, during a rotation with either secret', () => {
  const [now, former, other] = [WebhookSecret.make(), WebhookSecret.make(), WebhookSecret.make()];
  const headers = signedHeaders(MESSAGE, [now, former], Date.now());
  for (const { text } of [now, former]) expect(new Webhook(text).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  expect(() => new Webhook(other.text).verify(BODY, headers)).toThrow('No matching signature');
  expect(() => new Webhook(now.text).verify(BODY.replace('evt_1', 'evt_2'), headers)).toThrow('No matching signature');
  const late = signedHeaders(MESSAGE, [now], Date.now() - 301_000);
  expect(() => new Webhook(now.text).verify(BODY, late)).toThrow('too old');
});

it('signs for public keys as the specification says', () => {
  const secret = WebhookSecret.make();
  const headers = signedHeaders(MESSAGE, [secret], Date.now());
  const [, signature] = /(?:^| )v1a,(\S+)/.exec(headers['webhook-signature'])!;
  const key = publicKeyText(secret.publicKey);
  expect(key).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
  const x = Buffer.from(key.slice('whpk_'.length), 'base64').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const content = Buffer.from(`evt_1.${headers['webhook-timestamp']}.${BODY}`);
  expect(verify(null, content, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
});

it('is the same after it was kept', () => {
  const secret = WebhookSecret.make();
  const read = WebhookSecret.read(secret.bytes);
  expect([read.text, read.publicKey, read.sign('a')]).toEqual([secret.text, secret.publicKey, secret.sign('a')]);
  expect(secret.text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
