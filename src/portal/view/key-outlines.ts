import { Injectable } from '@nestjs/common';
import { shortened } from '../../access/audit/change';
import { ProductsRepository } from '../../catalog/products/products.repository';
import { KeyPlans } from '../../licensing/license-keys/key-plans';
import { limitsOf, passesUntil, updatesUntilOf } from '../../licensing/license-keys/key-terms';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import type { Texts } from '../texts/texts';

/** Summary of a license key. Times are milliseconds since the Unix epoch. */
export interface KeyOutline {
  readonly id: number;
  /** The beginning of the key. */
  readonly shortKey: string;
  readonly product: string;
  /** Undefined without a plan. */
  readonly plan: string | undefined;
  readonly state: keyof Texts['key']['states'];
  /** Null for no end. */
  readonly expiresAt: number | null;
  /** Includes the days of grace. */
  readonly passesUntil: number | null;
  /** Null for all updates. */
  readonly updatesUntil: number | null;
  /** Null if devices aren't counted. */
  readonly seats: number | null;
  readonly leaseSeconds: number | null;
  /** Whether a check would pass, apart from seats and address. */
  readonly isUsable: boolean;
}

@Injectable()
export class KeyOutlines {
  constructor(
    private readonly plans: KeyPlans,
    private readonly products: ProductsRepository,
  ) {}

  async of(keys: readonly LicenseKey[]): Promise<KeyOutline[]> {
    if (keys.length === 0) return [];
    const termsOf = await this.plans.find(keys);
    const found = await this.products.findByIds([...new Set(keys.map(({ product }) => product))]);
    const names = new Map(found.map(({ id, name }) => [id, name]));
    const now = Date.now();
    return keys.map((key) => {
      const termed = Object.assign({}, key, { terms: termsOf(key) });
      const state = stateOf(key, termed.terms.awaitsCheck, passesUntil(termed), now);
      return {
        id: key.id,
        shortKey: shortened(key.key),
        product: names.get(key.product) ?? `#${key.product}`,
        plan: termed.terms.plan?.name ?? undefined,
        state,
        expiresAt: key.expiresAt,
        passesUntil: passesUntil(termed),
        updatesUntil: updatesUntilOf(termed, now),
        ...limitsOf(termed),
        isUsable: state === 'valid' || state === 'unused' || state === 'grace',
      };
    });
  }
}

function stateOf(
  { disabled, status, expiresAt }: LicenseKey,
  awaitsCheck: boolean,
  until: number | null,
  now: number,
): KeyOutline['state'] {
  if (disabled) return 'disabled';
  if (!status) return 'inactive';
  if (until !== null && now >= until) return 'expired';
  if (expiresAt !== null && now >= expiresAt) return 'grace';
  return awaitsCheck ? 'unused' : 'valid';
}
