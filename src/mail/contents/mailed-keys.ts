import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProductsRepository } from '../../catalog/products/products.repository';
import { FormerKeysRepository } from '../../licensing/former-keys/former-keys.repository';
import type { KeyReference } from '../../licensing/license-keys/key-reference';
import { KeyPlans } from '../../licensing/license-keys/key-plans';
import { limitsOf } from '../../licensing/license-keys/key-terms';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import { LicenseKeysRepository } from '../../licensing/license-keys/license-keys.repository';
import type { MailedKey } from '../outbox/mail-kinds';

/** License keys as emails show them. */
@Injectable()
export class MailedKeys {
  constructor(
    private readonly keyPlans: KeyPlans,
    private readonly products: ProductsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly formerKeys: FormerKeysRepository,
  ) {}

  /** In the same order. @param transaction that made the keys, if it is still open */
  async of(keys: readonly LicenseKey[], transaction?: EntityManager): Promise<MailedKey[]> {
    const termsOf = await this.keyPlans.find(keys, transaction);
    const names = await this.namesOf(keys, transaction);
    return keys.map((key) => {
      const terms = termsOf(key);
      const { seats } = limitsOf({ seats: key.seats, leaseSeconds: key.leaseSeconds, terms });
      return {
        id: key.id,
        isDisabled: key.disabled,
        key: key.key,
        isTest: key.test ?? undefined,
        product: names.get(key.product) ?? `Product ${key.product}`,
        plan: terms.plan?.name,
        seats: seats ?? undefined,
        expiresAt: key.expiresAt ?? undefined,
      };
    });
  }

  /** The license keys of an email as they are now, in the same order; undefined for those that are gone. */
  async find(mailed: readonly MailedKey[]): Promise<(LicenseKey | undefined)[]> {
    const named = mailed.filter(({ id }) => id === undefined).map(({ key }) => key);
    const recordOf = new Map((await this.formerKeys.find(named)).map(({ key, keyId }) => [key, keyId]));
    const references = mailed.map(({ id, key }): KeyReference => {
      const known = id ?? recordOf.get(key);
      return known === undefined ? { key } : { id: known };
    });
    return references.map(await this.licenseKeys.find(references));
  }

  /** Whether one of the license keys has been replaced since, as the transaction sees them. */
  async haveOtherValues(
    transaction: EntityManager,
    mailed: readonly MailedKey[],
    uid: string | null,
  ): Promise<boolean> {
    const toldOf = new Map(mailed.flatMap(({ id, key }) => (id === undefined ? [] : [[id, key] as const])));
    const keys = await this.licenseKeys.within(transaction).findByIds([...toldOf.keys()]);
    return keys.some(({ id, key, uuid }) => uuid === uid && key !== toldOf.get(id));
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
