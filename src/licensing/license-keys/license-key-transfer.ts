import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { validate } from '../../platform/validation/validation';
import type { Column } from '../../transfer/columns';
import type { TransferTarget, Stored } from '../../transfer/transfer-target';
import { ImportLicenseKeyDto } from './dto/import-license-key.dto';
import type { LicenseKeyDto } from './dto/license-key.dto';
import { describeLicenseKey } from './describe-license-key';
import type { NewLicenseKey } from './license-key-changes';
import { LicenseKeyInsertion } from './license-key-insertion';
import { LicenseKeysRepository } from './license-keys.repository';
import { toLicenseKeyDto } from './to-license-key-dto';

/** The fields of the API's object in their order, without the record id. */
const COLUMNS: readonly Column[] = [
  { name: 'uuid', field: 'uid', type: 'text' },
  { name: 'product', field: 'pid', type: 'integer' },
  { name: 'key', type: 'text' },
  { name: 'ip', type: 'text' },
  { name: 'status', type: 'flag' },
  { name: 'disabled', type: 'flag' },
  { name: 'locked', type: 'flag' },
  { name: 'lastSeen', type: 'time' },
  { name: 'expiresAt', type: 'time' },
  { name: 'seats', type: 'integer' },
  { name: 'leaseSeconds', type: 'integer' },
];

/** What makes two license keys with one `key` different ones; `lastSeen` and `ip` are judged by themselves. */
const COMPARED = ['uuid', 'product', 'status', 'disabled', 'locked', 'expiresAt', 'seats', 'leaseSeconds'] as const;

/** How license keys are imported and exported. */
@Injectable()
export class LicenseKeyTransfer implements TransferTarget<NewLicenseKey> {
  readonly noun = 'license key';
  readonly columns = COLUMNS;
  readonly identity = 'key';
  readonly derivesIdentity = true;

  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly insertion: LicenseKeyInsertion,
  ) {}

  identify({ key }: NewLicenseKey): string {
    return key;
  }

  async read(values: object): Promise<NewLicenseKey> {
    const { key, lastSeen = 0, ...body } = await validate(ImportLicenseKeyDto, values);
    return { ...describeLicenseKey(body), key: key!, lastSeen };
  }

  async find(keys: readonly string[]): Promise<Stored<NewLicenseKey>[]> {
    const references = keys.map((key) => ({ key }));
    const find = await this.licenseKeys.find(references);
    return references.flatMap((reference) => {
      const item = find(reference);
      return item ? [{ id: item.id, item }] : [];
    });
  }

  async insert(manager: EntityManager, actor: Actor, items: readonly NewLicenseKey[]): Promise<number[]> {
    return (await this.insertion.insert(manager, actor, items)).map(({ id }) => id);
  }

  differences(existing: NewLicenseKey, wanted: NewLicenseKey): string[] {
    const different: string[] = COMPARED.filter((field) => existing[field] !== wanted[field]);
    // A check may have pinned a node-locked key since, and every check moves lastSeen on.
    const isPinned = existing.locked && wanted.locked && wanted.ip === '';
    if (existing.ip !== wanted.ip && !isPinned) different.push('ip');
    if (existing.lastSeen < wanted.lastSeen) different.push('lastSeen');
    return different;
  }

  async *pages(): AsyncGenerator<LicenseKeyDto[]> {
    for await (const { items } of this.licenseKeys.searchAll({})) yield items.map(toLicenseKeyDto);
  }
}
