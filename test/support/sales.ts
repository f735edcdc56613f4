import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { ApiClient } from './api-client';

export const SALES_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A shop of one's own that signs as Standard Webhooks says. */
export class OwnShop {
  private sent = 0;

  private constructor(
    private readonly admin: ApiClient,
    readonly id: number,
  ) {}

  static async open(admin: ApiClient, more: object = {}): Promise<OwnShop> {
    const { body } = await admin.post('/api/sources', {
      type: 'generic',
      name: 'Our shop',
      secrets: [SALES_SECRET],
      ...more,
    });
    return new OwnShop(admin, body.id as number);
  }

  /** One that somebody else has connected, with the secret of all. */
  static known(admin: ApiClient, id: number): OwnShop {
    return new OwnShop(admin, id);
  }

  get path(): string {
    return `/api/sources/${this.id}`;
  }

  map(item: string, mapping: object) {
    return this.admin.post(`${this.path}/mappings`, { item, ...mapping });
  }

  /** @param client without an API key, as a shop has none */
  async send(
    client: ApiClient,
    fact: object,
    { id = `msg_${++this.sent}`, at = new Date(), secret = SALES_SECRET } = {},
  ): Promise<number> {
    const body = JSON.stringify(withDates(fact));
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    };
    return (await client.post(`${this.path}/events`, body, { headers })).status;
  }

  /** Once nothing is to be done any more. */
  async settled(): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (Date.now() < deadline) {
      if ((await this.admin.get(`${this.path}/inbox?state=new`)).body.length === 0) return;
      await sleep(50);
    }
    throw new Error('Something of the inbox is still not done.');
  }

  async orderOf(reference: string) {
    const { body } = await this.admin.get(`/api/orders?reference=${encodeURIComponent(reference)}`);
    return body[0];
  }
}

/** A paid order of one "pro", in the words of such a shop. */
export const paidFact = (order: string, more: object = {}) => ({
  type: 'paid',
  order,
  at: Date.UTC(2026, 0, 31),
  items: [{ id: 'pro', quantity: 1 }],
  buyer: { email: `${order}@example.com`, name: 'Anna Tanaka', language: 'de' },
  total: '49.00',
  currency: 'EUR',
  ...more,
});

/** So that there is a source with an order and a message. */
export async function sellSomething(admin: ApiClient, anybody: ApiClient): Promise<void> {
  const shop = await OwnShop.open(admin);
  await shop.send(anybody, paidFact('A-1'));
  await shop.settled();
}

/** Times in milliseconds as text, which people can read. */
const withDates = (fact: object): object =>
  Object.fromEntries(
    Object.entries(fact).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  );
