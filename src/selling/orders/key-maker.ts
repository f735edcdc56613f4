import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { because } from '../../access/audit/reason';
import { ROWS_A_STATEMENT } from '../../platform/database/insert-rows';
import { newValues } from '../../platform/fields/records';
import { KeyPlans } from '../../licensing/license-keys/key-plans';
import type { ChangedKey } from '../../licensing/license-keys/license-key-changes';
import { LICENSE_KEY_FIELDS } from '../../licensing/license-keys/license-key-fields';
import { LicenseKeyInsertion } from '../../licensing/license-keys/license-key-insertion';
import { LicenseKeyUpdate } from '../../licensing/license-keys/license-key-update';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import { LicenseKeysRepository } from '../../licensing/license-keys/license-keys.repository';
import { HeldSale } from './held-sale';
import { OrderKeysRepository } from './order-keys.repository';
import type { OrderKey } from './order-parts.entity';
import type { Wanted } from './wanted';

/** Grace for late renewals, in days: shops charge an hour or more after a period has ended. */
const RENEWAL_GRACE_DAYS = 3;

/** A line of an order, and the license keys it should have. */
interface Line {
  readonly orderId: number;
  readonly line: number;
  readonly uid: string;
  readonly isTest: boolean;
  /** Its existing keys, by number. */
  readonly keys: readonly OrderKey[];
}

/** What changed in a line's license keys. */
export interface Made {
  readonly created: readonly LicenseKey[];
  readonly disabled: readonly LicenseKey[];
}

/** Creates the license keys of lines and updates them to what is wanted; other changes by people are kept. */
@Injectable()
export class KeyMaker {
  constructor(
    private readonly orderKeys: OrderKeysRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly keyPlans: KeyPlans,
    private readonly insertion: LicenseKeyInsertion,
    private readonly update: LicenseKeyUpdate,
  ) {}

  /** @param given what they were last set to @throws {HeldSale} for an unknown plan */
  async make(
    transaction: EntityManager,
    actor: Actor,
    line: Line,
    wanted: Wanted,
    given: Wanted | undefined,
  ): Promise<Made> {
    const disabled = await this.change(transaction, actor, line.keys, wanted, given);
    const created = wanted.disabledBecause === null ? await this.create(transaction, actor, line, wanted) : [];
    return { created, disabled };
  }

  private async create(
    transaction: EntityManager,
    actor: Actor,
    { orderId, line, uid, isTest, keys }: Line,
    wanted: Wanted,
  ): Promise<LicenseKey[]> {
    const missing = wanted.keys - keys.length;
    if (missing <= 0) return [];
    const { pid, plan, seats, expiresAt } = wanted;
    const graceDays = await this.graceDaysFor(transaction, wanted);
    // 0 and the empty text mean none.
    const described = {
      uid,
      pid,
      plan: plan ?? '',
      seats: seats ?? undefined,
      expiresAt: expiresAt ?? 0,
      graceDays: graceDays ?? 0,
      test: isTest,
    };
    const values = { ...newValues(LICENSE_KEY_FIELDS, 'create', described), lastSeen: 0 };
    const descriptions = Array.from({ length: missing }, () => ({
      values: { ...values, key: randomUUID() },
      isEndGiven: expiresAt !== null,
    }));
    const begun = await this.begin(transaction, descriptions);
    const created = await this.insertion.insert(transaction, actor, begun);
    const rows = created.map(({ id }, index) => ({
      orderId,
      line,
      number: keys.length + index + 1,
      keyId: id,
      isDisabled: false,
    }));
    await this.orderKeys.within(transaction).insertKeys(rows);
    return created;
  }

  private async begin<Key extends Parameters<KeyPlans['begin']>[1][number]['values']>(
    transaction: EntityManager,
    descriptions: readonly { readonly values: Key; readonly isEndGiven: boolean }[],
  ) {
    const [missing] = await this.keyPlans.withoutPlan([descriptions[0].values], transaction);
    if (missing) throw planGone(missing.product, missing.plan!);
    return this.keyPlans.begin(transaction, descriptions, Date.now());
  }

  /** @returns keys that were just disabled */
  private async change(
    transaction: EntityManager,
    actor: Actor,
    own: readonly OrderKey[],
    wanted: Wanted,
    given: Wanted | undefined,
  ): Promise<LicenseKey[]> {
    const common = given ? await this.changesFor(transaction, wanted, given) : {};
    const disabled: LicenseKey[] = [];
    for (let first = 0; first < own.length; first += ROWS_A_STATEMENT) {
      const part = own.slice(first, first + ROWS_A_STATEMENT);
      const keys = await this.licenseKeys.within(transaction).lockAll(part.map(({ keyId }) => keyId));
      const byId = new Map(part.map((key) => [key.keyId, key]));
      const changed = keys.flatMap((before): ChangedKey[] => {
        const after = Object.assign({}, before, common, switchOf(byId.get(before.id)!, before, wanted));
        return isSame(before, after) ? [] : [{ before, after }];
      });
      const [missing] = await this.keyPlans.convert(changed, Date.now(), transaction);
      if (missing) throw planGone(missing.product, missing.plan!);
      await this.write(transaction, actor, changed, wanted);
      await this.remember(transaction, changed, part[0].orderId);
      disabled.push(...changed.filter(({ before, after }) => after.disabled && !before.disabled).map((it) => it.after));
    }
    return disabled;
  }

  private async write(
    transaction: EntityManager,
    actor: Actor,
    changed: readonly ChangedKey[],
    { disabledBecause }: Wanted,
  ): Promise<void> {
    const renewed = changed.filter(isRenewal);
    const others = changed.filter((change) => !isRenewal(change));
    await this.update.write(transaction, actor, renewed, 'renew');
    await this.update.write(transaction, because(actor, disabledBecause ?? undefined), others);
  }

  private async remember(transaction: EntityManager, changed: readonly ChangedKey[], orderId: number): Promise<void> {
    for (const isDisabled of [true, false]) {
      const ids = changed
        .filter(({ before, after }) => before.disabled !== after.disabled && after.disabled === isDisabled)
        .map(({ before }) => before.id);
      await this.orderKeys.within(transaction).setDisabled(orderId, ids, isDisabled);
    }
  }

  /** Only values that are now wanted differently: people may have changed others. */
  private async changesFor(transaction: EntityManager, wanted: Wanted, given: Wanted): Promise<Partial<LicenseKey>> {
    const changes: Partial<LicenseKey> = {};
    if (wanted.pid !== given.pid) changes.product = wanted.pid;
    if (wanted.plan !== given.plan || wanted.pid !== given.pid) changes.plan = wanted.plan;
    if (wanted.seats !== given.seats && wanted.keys > 0) changes.seats = wanted.seats;
    if (wanted.expiresAt !== given.expiresAt && wanted.expiresAt !== null)
      Object.assign(changes, { expiresAt: wanted.expiresAt, starts: null });
    const isOtherGrace = wanted.isRenewed !== given.isRenewed || wanted.plan !== given.plan;
    if (isOtherGrace) changes.graceDays = await this.graceDaysFor(transaction, wanted);
    return changes;
  }

  private async graceDaysFor(transaction: EntityManager, { pid, plan, isRenewed }: Wanted): Promise<number | null> {
    if (!isRenewed) return null;
    const terms = await this.keyPlans.termsOf({ product: pid, plan }, transaction);
    return terms.plan?.graceDays == null ? RENEWAL_GRACE_DAYS : null;
  }
}

/** Whether a change only gives a license key more time. */
const isRenewal = ({ before, after }: ChangedKey): boolean =>
  after.disabled === before.disabled && (after.expiresAt ?? 0) > (before.expiresAt ?? Infinity);

/** Whether the order disables a license key, or enables one that it disabled. */
function switchOf(own: OrderKey, { disabled }: LicenseKey, { keys, disabledBecause }: Wanted): Partial<LicenseKey> {
  const isUnwanted = disabledBecause !== null || own.number > keys;
  if (isUnwanted) return disabled ? {} : { disabled: true };
  return own.isDisabled && disabled ? { disabled: false } : {};
}

const isSame = (before: LicenseKey, after: LicenseKey): boolean =>
  (Object.keys(after) as (keyof LicenseKey)[]).every((name) => after[name] === before[name]);

const planGone = (product: number, plan: string): HeldSale =>
  new HeldSale(`Product ${product} has no plan "${plan}" any more: map the item to another one.`);
