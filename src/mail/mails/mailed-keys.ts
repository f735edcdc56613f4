import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProductsRepository } from '../../catalog/products/products.repository';
import { FormerKeysRepository } from '../../licensing/former-keys/former-keys.repository';
import type { KeyReference } from '../../licensing/license-keys/key-reference';
import { KeyPlans } from '../../licensing/license-keys/key-plans';
import { limitsOf } from '../../licensing/license-keys/key-terms';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import { LicenseKeysRepository } from '../../licensing/license-keys/license-keys.repository';
import type { MailData, MailedKey, MailKind } from '../outbox/mail-kinds';

/** License keys as mails show them. */
@Injectable()
export class MailedKeys {
  constructor(
    private readonly keyPlans: KeyPlans,
    private readonly products: ProductsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly formerKeys: FormerKeysRepository,
  ) {}

  /** In the same order. @param transaction in which the keys were made, if it hasn't ended */
  async of(keys: readonly LicenseKey[], transaction?: EntityManager): Promise<MailedKey[]> {
    const termsOf = await this.keyPlans.find(keys, transaction);
    const names = await this.namesOf(keys, transaction);
    return keys.map((key) => {
      const terms = termsOf(key);
      const { seats } = limitsOf({ seats: key.seats, leaseSeconds: key.leaseSeconds, terms });
      return {
        key: key.key,
        product: names.get(key.product) ?? `Product ${key.product}`,
        plan: terms.plan?.name,
        seats: seats ?? undefined,
        expiresAt: key.expiresAt ?? undefined,
      };
    });
  }

  /**
   * What a mail tells, with the customer's license keys as they are now: a mail that is sent again must not bring a key that was
   * replaced since. Those that are gone, or somebody else's by now, stay as they were. @param data JSON: `MailData`
   */
  async refresh(data: string, uid: string | null): Promise<string> {
    const told = JSON.parse(data) as MailData[MailKind];
    if ('keys' in told) return JSON.stringify({ ...told, keys: await this.asOfNow(told.keys, uid) });
    if ('key' in told) return JSON.stringify({ ...told, key: (await this.asOfNow([told.key], uid))[0] });
    return data;
  }

  private async asOfNow(mailed: readonly MailedKey[], uid: string | null): Promise<MailedKey[]> {
    const replaced = await this.formerKeys.find(mailed.map(({ key }) => key));
    const recordOf = new Map(replaced.map(({ key, keyId }) => [key, keyId]));
    const references = mailed.map(({ key }): KeyReference => {
      const id = recordOf.get(key);
      return id === undefined ? { key } : { id };
    });
    const find = await this.licenseKeys.find(references);
    const own = references.map((reference) => {
      const key = find(reference);
      return key?.uuid === uid ? key : undefined;
    });
    const kept = own.filter((key) => key !== undefined);
    const current = new Map((await this.of(kept)).map((each, index) => [kept[index], each]));
    return own.map((key, index) => (key && current.get(key)) ?? mailed[index]);
  }

  private async namesOf(keys: readonly LicenseKey[], transaction?: EntityManager): Promise<Map<number, string>> {
    const products = transaction ? this.products.within(transaction) : this.products;
    const names = new Map<number, string>();
    for (const id of new Set(keys.map(({ product }) => product))) {
      const product = await products.findById(id);
      if (product) names.set(id, product.name);
    }
    return names;
  }
}
