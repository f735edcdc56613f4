import StripeLibrary from 'stripe';
import { Webhook } from 'standardwebhooks';
import { GENERIC } from './generic/generic';
import type { Shop, ShopMessage } from './shop';
import { STRIPE } from './stripe/stripe';

const NOW = 1_764_072_000_000;
const BODY = '{"id": "evt_1", "type": "ping", "name": "Jörg"}';
const MINUTE = 60_000;

interface Signer {
  readonly shop: Shop;
  readonly secrets: readonly [string, string];
  /** As the shop's own library does where there is one. @param at in milliseconds since the Unix epoch */
  readonly sign: (body: string, secret: string, at: number) => Record<string, string>;
  readonly hasTime: boolean;
}

const SIGNERS: readonly Signer[] = [
  {
    shop: STRIPE,
    secrets: ['whsec_first', 'whsec_second'],
    sign: (payload, secret, at) => ({
      'stripe-signature': StripeLibrary.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: Math.floor(at / 1000),
        scheme: 'v1',
        signature: '',
        cryptoProvider: undefined,
      }),
    }),
    hasTime: true,
  },
  {
    shop: GENERIC,
    secrets: ['whsec_Zmlyc3QgZmlyc3QgZmlyc3QgZmlyc3Q=', 'whsec_c2Vjb25kIHNlY29uZCBzZWNvbmQgMTI='],
    sign: (payload, secret, at) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', new Date(at), payload),
    }),
    hasTime: true,
  },
];

const message = (headers: Record<string, string>, body = BODY): ShopMessage => ({
  from: 'webhook',
  headers,
  body: Buffer.from(body),
});

describe.each(SIGNERS)('$shop.name', ({ shop, secrets, sign }) => {
  const signed = sign(BODY, secrets[0], NOW);

  it('is believed, by each of two secrets', () => {
    expect(shop.verify(message(signed), [secrets[0]], NOW)).toBeUndefined();
    expect(shop.verify(message(signed), [secrets[1], secrets[0]], NOW)).toBeUndefined();
    expect(Object.keys(signed).filter((name) => !shop.headers.includes(name))).toEqual([]);
  });

  it('isn’t with another secret, another body, or none', () => {
    for (const [headers, body, known] of [
      [signed, BODY, [secrets[1]]],
      [signed, `${BODY} `, secrets],
      [signed, BODY, []],
    ] as const)
      expect(shop.verify(message(headers, body), known, NOW)).toMatch(
        /The signature fits none of the source.s secrets/,
      );
  });

  it.each(Object.keys(signed))('says that the header %s is missing', (name) => {
    const { [name]: _, ...others } = signed;
    expect(shop.verify(message(others), secrets, NOW)).toMatch(new RegExp(`The header ${name} is missing`, 'i'));
  });

  it('refuses signatures that are none', () => {
    for (const odd of ['', 'x', 't=1', 'v1,', 'v1=', '=', 'ü'.repeat(64), 't=1,v1='.repeat(1000)]) {
      const headers = Object.fromEntries(Object.keys(signed).map((name) => [name, odd]));
      expect(shop.verify(message(headers), secrets, NOW)).toEqual(expect.any(String));
    }
  });
});

describe.each(SIGNERS.filter(({ hasTime }) => hasTime))('$shop.name', ({ shop, secrets, sign }) => {
  const sentence = (later: number) => shop.verify(message(sign(BODY, secrets[0], NOW)), secrets, NOW + later) ?? 'none';

  it.each([
    [5 * MINUTE, 'none'],
    [-5 * MINUTE, 'none'],
    [6 * MINUTE, 'signed 6 minutes ago, and only 5 minutes are accepted'],
    [-7 * MINUTE, 'signed 7 minutes in the future: this machine’s clock is slow'],
    [400 * 24 * 60 * MINUTE, 'signed 400 days ago'],
  ])('is judged %d ms later', (later, expected) => {
    expect(sentence(later)).toContain(expected);
  });
});
