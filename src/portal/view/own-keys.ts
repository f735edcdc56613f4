import { Injectable } from '@nestjs/common';
import { BY_ID } from '../../platform/database/ordered-search';
import { notFound } from '../../platform/errors/errors';
import { recordIdIn } from '../../platform/validation/record-id';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import { LicenseKeysRepository } from '../../licensing/license-keys/license-keys.repository';
import { LICENSE_KEY_NOT_FOUND } from '../../licensing/license-keys/license-keys.service';
import type { CurrentCustomer } from '../sessions/portal-sessions.service';

/** License keys on a page. */
const PAGE = 50;

type Owner = Pick<CurrentCustomer, 'customers'>;

/** License keys of a session's customers. */
@Injectable()
export class OwnKeys {
  constructor(private readonly licenseKeys: LicenseKeysRepository) {}

  /** By record id. @throws {ApiError} 404 if it doesn't exist or isn't the customer's */
  async get({ customers }: Owner, id: string): Promise<LicenseKey> {
    const keyId = recordIdIn(id);
    const [key] = keyId === undefined ? [] : await this.licenseKeys.findByIds([keyId]);
    if (!key || !customers.some(({ uid }) => uid === key.uuid)) throw notFound(LICENSE_KEY_NOT_FOUND);
    return key;
  }

  /** By ascending id. @param after only those with a greater id @returns `next`, if more follow, is the last one's id */
  async getPage({ customers }: Owner, after: number): Promise<{ keys: LicenseKey[]; next?: number }> {
    const found: LicenseKey[] = [];
    for (const { uid } of customers) found.push(...(await this.findOf(uid, after)));
    const keys = found.toSorted((a, b) => a.id - b.id);
    return keys.length > PAGE ? { keys: keys.slice(0, PAGE), next: keys[PAGE - 1].id } : { keys };
  }

  private async findOf(uid: string, after: number): Promise<LicenseKey[]> {
    const found: LicenseKey[] = [];
    const place = after === 0 ? undefined : { id: after, value: null };
    for await (const { items } of this.licenseKeys.searchPage({ uid }, BY_ID, place, PAGE + 1)) {
      found.push(...items);
      if (found.length > PAGE) break;
    }
    return found;
  }
}
