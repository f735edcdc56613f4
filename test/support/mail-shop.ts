import { built } from './built';
import type { MailServer } from './mail-server';
import { MailRig, type NewMail } from './mail-rig';

const { CustomersService } = built(
  'catalog/customers/customers.service',
) as typeof import('../../src/catalog/customers/customers.service');
const { PlansService } = built('catalog/plans/plans.service') as typeof import('../../src/catalog/plans/plans.service');
const { ProductsService } = built(
  'catalog/products/products.service',
) as typeof import('../../src/catalog/products/products.service');
const { CustomerUpdateService } = built(
  'licensing/customer-data/customer-update.service',
) as typeof import('../../src/licensing/customer-data/customer-update.service');
const { LicenseKeysService } = built(
  'licensing/license-keys/license-keys.service',
) as typeof import('../../src/licensing/license-keys/license-keys.service');
const { LicenseKeysRepository } = built(
  'licensing/license-keys/license-keys.repository',
) as typeof import('../../src/licensing/license-keys/license-keys.repository');
const { LicenseKeyReplacementService } = built(
  'licensing/license-keys/license-key-replacement.service',
) as typeof import('../../src/licensing/license-keys/license-key-replacement.service');
const { MailedKeys } = built('mail/contents/mailed-keys') as typeof import('../../src/mail/contents/mailed-keys');
const { MailSwitches } = built('mail/outbox/mail-switches') as typeof import('../../src/mail/outbox/mail-switches');

export type Kind = 'delivered' | 'refunded' | 'expiring' | 'expired';

export const ACTOR = { apiKeyId: null, name: 'Test', address: '', requestId: '', ownerId: 1 };
export const [UID, EMAIL] = ['anna', 'anna@example.com'];

/** A shop with one customer, in this process. */
export class MailShop {
  private queued = 0;

  constructor(
    readonly rig: MailRig,
    readonly server: MailServer,
  ) {}

  async open(): Promise<void> {
    await this.of(ProductsService).create({ pid: 6, name: 'Atlas' }, ACTOR);
    await this.of(PlansService).create(6, { code: 'pro', name: 'Pro' }, ACTOR);
    await this.of(CustomersService).create({ uid: UID, email: EMAIL }, ACTOR);
    const switches = this.of(MailSwitches);
    for (const kind of ['expiring', 'expired'] as const) await switches.set({ kind, isOn: true, exceptions: [] });
  }

  of<Service>(service: new (...args: never[]) => Service): Service {
    return this.rig.providers.get(service);
  }

  async sell(more: object = {}): Promise<{ id: number; key: string }> {
    const body = { uid: UID, pid: 6, plan: 'pro', ...more };
    return (await this.of(LicenseKeysService).create(body, ACTOR, undefined)).licenseKey;
  }

  /** Queues an email about license keys as they are now. */
  async queue(kind: Kind, ids: readonly number[]): Promise<void> {
    const keys = await this.of(MailedKeys).of(await this.of(LicenseKeysRepository).findByIds(ids));
    const addressed = { to: EMAIL, followsCustomer: true, customerUid: UID, product: 6, once: `${++this.queued}` };
    const [key] = keys;
    const mails: Record<Kind, NewMail> = {
      delivered: { kind: 'delivered', ...addressed, data: { keys } },
      refunded: { kind: 'refunded', ...addressed, data: { keys } },
      expiring: { kind: 'expiring', ...addressed, data: { key, days: 7 } },
      expired: { kind: 'expired', ...addressed, data: { key } },
    };
    await this.rig.queue(mails[kind]);
  }

  async replace(id: number): Promise<string> {
    return (await this.of(LicenseKeyReplacementService).replace(String(id), 0, ACTOR)).key;
  }

  change(id: number, body: object): Promise<unknown> {
    return this.of(LicenseKeysService).update(String(id), body, ACTOR);
  }

  correct(email: string): Promise<unknown> {
    return this.of(CustomerUpdateService).update(UID, { email }, ACTOR, true);
  }

  /** What came. */
  texts(): string[] {
    return this.server.received.map(({ mail }) => `${mail.subject}\n${mail.text}`);
  }
}

/** A test in a shop of its own. */
export const inShop = (test: (shop: MailShop) => Promise<void>) => () =>
  MailRig.withServer(async (server, rig) => {
    const shop = new MailShop(rig, server);
    await shop.open();
    await test(shop);
  });
