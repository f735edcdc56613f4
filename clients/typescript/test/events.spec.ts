import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { DeliveryError, isEvent, verifyDelivery } from '../src/events.js';

const NOW = Date.UTC(2031, 4, 1);
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const PUBLIC = `whpk_${publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')}`;
const BODY = JSON.stringify({
  id: 'evt_1',
  position: 17,
  type: 'licenseKey.expiring',
  timestamp: '2031-05-01T00:00:00.000Z',
  actor: { type: 'service', name: 'expiry' },
  data: { licenseKey: { id: 1, uuid: 'ann', product: 6, key: '5f0c8e1b…', disabled: false }, days: 7 },
});

/** Signed by both kinds of keys, as the service does. */
function signed(body = BODY, time = NOW): Record<string, string> {
  const content = `evt_1.${time / 1000}.${body}`;
  const symmetric = createHmac('sha256', Buffer.alloc(32, 7)).update(content).digest('base64');
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(time / 1000),
    'webhook-signature': `v1,${symmetric} v1a,${sign(null, Buffer.from(content), privateKey).toString('base64')}`,
  };
}

const verify = (headers: Record<string, string>, keys: string | string[] = SECRET, body = BODY) =>
  verifyDelivery(body, headers, keys, { now: NOW });
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

it.each([
  ['the secret', SECRET],
  ['the public key', PUBLIC],
  ['one of several secrets', [otherSecret, SECRET]],
])('believes what %s verifies', async (_, keys) => {
  const event = await verify(signed(), keys);
  expect(event).toEqual(JSON.parse(BODY));
  expect(isEvent(event, 'licenseKey.expiring') && event.data.days).toBe(7);
  expect(isEvent(event, 'licenseKey.expired')).toBe(false);
});

it('takes headers as Fetch has them, and what the official library signs', async () => {
  const signature = new Webhook(SECRET).sign('evt_1', new Date(NOW), BODY);
  const headers = new Headers({ ...signed(), 'webhook-signature': signature });
  await expect(verifyDelivery(BODY, headers, SECRET, { now: NOW })).resolves.toMatchObject({ position: 17 });
});

const mutated = (changes: Record<string, string>) => ({ ...signed(), ...changes });

it.each([
  ['another body', signed(), SECRET, BODY.replace('7}', '8}')],
  ['another id', mutated({ 'webhook-id': 'evt_2' }), SECRET, BODY],
  ['another time', mutated({ 'webhook-timestamp': String(NOW / 1000 + 1) }), PUBLIC, BODY],
  ['a time that is none', mutated({ 'webhook-timestamp': '1e9' }), SECRET, BODY],
  ['an old one', signed(BODY, NOW - 301_000), SECRET, BODY],
  ['one from the future', signed(BODY, NOW + 301_000), PUBLIC, BODY],
  ['no signature', mutated({ 'webhook-signature': '' }), SECRET, BODY],
  ['an empty signature', mutated({ 'webhook-signature': 'v1, v1a,' }), [SECRET, PUBLIC], BODY],
  [
    'a signature of the other kind',
    mutated({ 'webhook-signature': signed()['webhook-signature'].split(' ')[1] }),
    SECRET,
    BODY,
  ],
  ['another secret', signed(), otherSecret, BODY],
  ['what is signed but no JSON', signed('no'), SECRET, 'no'],
])('does not believe %s', async (_, headers, keys, body) => {
  await expect(verify(headers, keys, body)).rejects.toThrow(DeliveryError);
});

it.each(['', 'whsec_', 'secret', PUBLIC.replace('whpk_', ''), `whpk_${Buffer.alloc(33).toString('base64')}`])(
  'says that %j is no key',
  async (key) => {
    await expect(verify(signed(), key)).rejects.toThrow(TypeError);
  },
);
