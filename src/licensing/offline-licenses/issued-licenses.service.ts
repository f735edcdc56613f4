import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { notFound } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { parseKeyReference } from '../license-keys/key-reference';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import type { IssuedLicenseDto } from './dto/license.dto';
import type { ListLicensesDto } from './dto/license-query.dto';
import type { IssuedLicense } from './issued-license.entity';
import { IssuedLicensesRepository, type NewLicense } from './issued-licenses.repository';

const DEFAULT_LIMIT = 100;

@Injectable()
export class IssuedLicensesService {
  constructor(
    private readonly licenses: IssuedLicensesRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly changeLog: ChangeLog,
  ) {}

  /** Newest first; `next` is the next page's `before`, if any. @throws {ApiError} 404 if the key does not exist */
  async getPage(id: string, { limit = DEFAULT_LIMIT, before }: ListLicensesDto): Promise<Page<IssuedLicenseDto>> {
    const reference = parseKeyReference(id);
    const licenseKey = (await this.licenseKeys.find([reference]))(reference);
    if (!licenseKey) throw notFound(LICENSE_KEY_NOT_FOUND);
    return toPage(await this.licenses.findNewest(licenseKey.id, limit + 1, before), limit, toIssuedLicenseDto);
  }

  /** @param licenseKey the one it was issued for */
  async add(transaction: EntityManager, license: NewLicense, licenseKey: LicenseKey, actor: Actor): Promise<void> {
    const targetId = await this.licenses.within(transaction).insert(license);
    const { jti, keyId, device, exp } = license;
    const after = { jti, licenseKeyId: keyId, device: device ?? undefined, exp };
    const change = {
      action: 'create',
      targetType: 'license',
      targetId,
      after,
      subject: toLicenseKeyDto(licenseKey),
    } as const;
    await this.changeLog.within(transaction).append(actor, [change]);
  }
}

function toIssuedLicenseDto({
  id,
  jti,
  device,
  exp,
  createdAt,
  apiKeyId,
  apiKeyName,
}: IssuedLicense): IssuedLicenseDto {
  return { id, jti, device: device ?? undefined, exp, createdAt, apiKeyId, apiKeyName };
}
