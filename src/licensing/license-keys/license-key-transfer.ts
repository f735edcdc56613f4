import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { type ApiError, invalidField } from '../../platform/errors/errors';
import { namesIn } from '../../platform/fields/field';
import { newValues } from '../../platform/fields/records';
import { validate } from '../../platform/validation/validation';
import { columnsFor } from '../../transfer/columns';
import type { TransferTarget, Stored } from '../../transfer/transfer-target';
import { DuplicateRowError } from '../../platform/database/database-errors';
import { FormerKeysRepository, type ReplacedKey, whichRecord } from '../former-keys/former-keys.repository';
import { ImportLicenseKeyDto } from './dto/import-license-key.dto';
import type { LicenseKeyDto } from './dto/license-key.dto';
import type { NewLicenseKey } from './license-key-changes';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import { KeyPlans, noPlan, noSuchPlan } from './key-plans';
import { LicenseKeyInsertion } from './license-key-insertion';
import { LicenseKeysRepository } from './license-keys.repository';
import { ProductNames } from './product-names';
import { toLicenseKeyDto } from './to-license-key-dto';

/** Fields whose differences are a conflict; `lastSeen` and `ip` have rules of their own. */
const COMPARED = namesIn(LICENSE_KEY_FIELDS, 'import').filter((name) => name !== 'ip' && name !== 'lastSeen');

@Injectable()
export class LicenseKeyTransfer implements TransferTarget<NewLicenseKey> {
  readonly noun = 'license key';
  readonly columns = columnsFor(LICENSE_KEY_FIELDS);
  readonly identity = 'key';
  readonly derivesIdentity = true;

  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly insertion: LicenseKeyInsertion,
    private readonly products: ProductNames,
    private readonly keyPlans: KeyPlans,
    private readonly formerKeys: FormerKeysRepository,
  ) {}

  identify({ key }: NewLicenseKey): string {
    return key;
  }

  async read(values: object): Promise<NewLicenseKey> {
    const { key, ...body } = await validate(ImportLicenseKeyDto, await this.withPid(values));
    const item = { ...newValues(LICENSE_KEY_FIELDS, 'import', body), key: key! };
    const [missing] = await this.keyPlans.withoutPlan([item]);
    if (missing) throw mistakeIn('plan', noPlan(missing));
    return item;
  }

  /** A file may give a product's name instead of its pid. @throws {ApiError} 400 if several products have it */
  private async withPid(values: { pid?: unknown }): Promise<object> {
    const { pid: name } = values;
    if (typeof name !== 'string') return values;
    const [pid, ...others] = await this.products.find(name);
    if (others.length > 0) throw manyProducts(name, [pid, ...others]);
    return pid === undefined ? values : { ...values, pid };
  }

  async find(keys: readonly string[]): Promise<Stored<NewLicenseKey>[]> {
    const references = keys.map((key) => ({ key }));
    const find = await this.licenseKeys.find(references);
    const found = references.flatMap((reference) => {
      const item = find(reference);
      return item ? [{ id: item.id, item }] : [];
    });
    const former = await this.formerKeys.find(keys.filter((key) => !find({ key })));
    return [...found, ...(await this.toStored(former))];
  }

  async insert(manager: EntityManager, actor: Actor, items: readonly NewLicenseKey[]): Promise<number[]> {
    const [missing] = await this.keyPlans.withoutPlan(items, manager);
    if (missing) throw noSuchPlan(missing);
    const inserted = await this.insertion.insert(manager, actor, items);
    // The key was replaced while this waited: judged again, it is found among the former ones.
    if (await this.formerKeys.within(manager).hasAny(items.map(({ key }) => key))) throw new DuplicateRowError();
    return inserted.map(({ id }) => id);
  }

  /** As rows are compared: a former key belongs to its record. */
  private async toStored(former: readonly ReplacedKey[]): Promise<Stored<NewLicenseKey>[]> {
    const records = new Map(
      (await this.licenseKeys.findByIds(former.map(({ keyId }) => keyId))).map((key) => [key.id, key]),
    );
    return former.flatMap((replaced) => {
      const { key, keyId } = replaced;
      const record = records.get(keyId);
      return record ? [{ id: keyId, item: Object.assign({}, record, { key }), conflict: whichRecord(replaced) }] : [];
    });
  }

  differences(existing: NewLicenseKey, wanted: NewLicenseKey): string[] {
    const different: string[] = COMPARED.filter((field) => existing[field] !== wanted[field]);
    // A check may have pinned a node-locked key since, and every check moves lastSeen.
    const isPinned = existing.locked && wanted.locked && wanted.ip === '';
    if (existing.ip !== wanted.ip && !isPinned) different.push('ip');
    if (existing.lastSeen < wanted.lastSeen) different.push('lastSeen');
    return different;
  }

  async *pages(): AsyncGenerator<LicenseKeyDto[]> {
    for await (const { items } of this.licenseKeys.searchAll({})) yield items.map(toLicenseKeyDto);
  }
}

function manyProducts(name: string, pids: readonly number[]): ApiError {
  const message = `"${name.slice(0, 64)}" is the name of the products ${pids.join(', ')}; write the number.`;
  return mistakeIn('pid', message);
}

const mistakeIn = (field: string, message: string): ApiError =>
  Object.assign(invalidField(message), { mistakes: [{ field, message }] });
