import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { messageOf, readShopFixtures } from '../../../test/support/shop-fixtures';
import { FAST_SPRING } from './fast-spring/fast-spring';
import { GENERIC } from './generic/generic';
import { GUMROAD } from './gumroad/gumroad';
import { LEMON_SQUEEZY } from './lemon-squeezy/lemon-squeezy';
import { PADDLE } from './paddle/paddle';
import type { Shop, ShopMessage } from './shop';
import { STRIPE } from './stripe/stripe';
import { WOO_COMMERCE } from './woo-commerce/woo-commerce';

const NOW = 1_764_072_000_000;
const BODY = '{"id": "evt_1", "type": "ping", "name": "Jörg"}';
const MINUTE = 60_000;

const hmac = (secret: string, content: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', secret).update(content).digest(encoding);

function paddleHeader(body: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000);
  return `ts=${seconds};h1=${hmac(secret, `${seconds}:${body}`, 'hex')}`;
}

function stripeHeader(body: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`, 'hex')}`;
}

interface Signer {
  readonly shop: Shop;
  readonly secrets: readonly [string, string];
  /** As the shop does. @param at in milliseconds since the Unix epoch */
  readonly sign: (body: string, secret: string, at: number) => Record<string, string>;
  /**
   * What the shop's own library (stripe 23.1.0, @paddle/paddle-node-sdk 3.10.0) signs or accepts for `BODY` at `NOW` with the first secret. Recorded, as the two have
   * 4,000 files.
   */
  readonly recorded?: Record<string, string>;
  readonly hasTime: boolean;
}

const SIGNERS: readonly Signer[] = [
  {
    shop: STRIPE,
    secrets: ['whsec_first', 'whsec_second'],
    sign: (body, secret, at) => ({ 'stripe-signature': stripeHeader(body, secret, at) }),
    recorded: {
      'stripe-signature': 't=1764072000,v1=ea132c5dbf42d97127da38454cdd5a9a5125219824b4f24e653ef9f24811dee3',
    },
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
  {
    shop: PADDLE,
    secrets: ['pdl_ntfset_first', 'pdl_ntfset_second'],
    sign: (body, secret, at) => ({ 'paddle-signature': paddleHeader(body, secret, at) }),
    recorded: {
      'paddle-signature': 'ts=1764072000;h1=b9dc188af0a2a06c5989797451b17ef6d19014cfc698a2ce849246979124b378',
    },
    hasTime: true,
  },
  {
    shop: LEMON_SQUEEZY,
    secrets: ['first secret', 'second secret'],
    sign: (body, secret) => ({ 'x-signature': hmac(secret, body, 'hex') }),
    hasTime: false,
  },
  {
    shop: FAST_SPRING,
    secrets: ['first', 'second'],
    sign: (body, secret) => ({ 'x-fs-signature': hmac(secret, body, 'base64') }),
    hasTime: false,
  },
  {
    shop: WOO_COMMERCE,
    secrets: ['first', 'second'],
    sign: (body, secret) => ({ 'x-wc-webhook-signature': hmac(secret, body, 'base64') }),
    hasTime: false,
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

it.each(SIGNERS)(
  '$shop.name is believed in each of its recorded messages, and in none with another byte',
  ({ shop, secrets, sign }) => {
    // WooCommerce signs no ping, which says nothing.
    const sent = readShopFixtures(shop.type).filter(({ from, name }) => from === undefined && name !== 'ping');
    expect(sent.length).toBeGreaterThan(20);
    for (const fixture of sent) {
      const { body } = messageOf(fixture);
      const headers = { ...fixture.headers, ...sign(body.toString(), secrets[0], NOW) };
      const judged = [body, Buffer.concat([body, Buffer.from(' ')])].map(
        (bytes) => shop.verify({ from: 'webhook', headers, body: bytes }, secrets, NOW) === undefined,
      );
      expect([fixture.name, ...judged]).toEqual([fixture.name, true, false]);
    }
  },
);

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

it.each(SIGNERS.filter(({ recorded }) => recorded))(
  '$shop.name is believed as its own library signs, which is how it signs here',
  ({ shop, secrets, sign, recorded }) => {
    expect(shop.verify(message(recorded!), [secrets[0]], NOW)).toBeUndefined();
    expect(sign(BODY, secrets[0], NOW)).toEqual(recorded);
  },
);

it('Paddle may sign with several secrets at once while one is replaced', () => {
  const [old, current] = ['old', 'new'].map((secret) => paddleHeader(BODY, secret, NOW));
  const header = `${old};${current.split(';')[1]}`;
  expect(PADDLE.verify(message({ 'paddle-signature': header }), ['new'], NOW)).toBeUndefined();
});

it('WooCommerce may try the address without a signature, but says nothing with it', async () => {
  const ping = message({}, 'webhook_id=123');
  expect(WOO_COMMERCE.verify(ping, ['secret'], NOW)).toBeUndefined();
  expect(WOO_COMMERCE.identify(ping).type).toBe('ping');
  expect((await WOO_COMMERCE.translate(ping, undefined, true)).facts).toEqual([]);
  for (const other of ['webhook_id=123&status=completed', 'webhook_id=1a', '{"webhook_id": 123}'])
    expect(WOO_COMMERCE.verify(message({}, other), ['secret'], NOW)).toContain('X-WC-Webhook-Signature is missing');
});

it('Gumroad signs nothing', () => {
  expect([GUMROAD.signs, GUMROAD.headers]).toEqual([false, []]);
});
