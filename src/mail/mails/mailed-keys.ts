import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProductsRepository } from '../../catalog/products/products.repository';
import { KeyPlans } from '../../licensing/license-keys/key-plans';
import { limitsOf } from '../../licensing/license-keys/key-terms';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import type { MailedKey } from '../outbox/mail-kinds';

/** License keys as mails show them. */
@Injectable()
export class MailedKeys {
  constructor(
    private readonly keyPlans: KeyPlans,
    private readonly products: ProductsRepository,
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
