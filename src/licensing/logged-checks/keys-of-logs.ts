import { Injectable } from '@nestjs/common';
import type { Reader } from '../../platform/database/reader';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import type { LicenseLogRow } from '../license-logs/license-logs.repository';
import { toLicenseLogDto } from '../license-logs/license-logs.service';
import type { LoggedCheckDto } from './dto/logged-check.dto';

/** A check with its license key; `withoutLicenseKey` hides the key from callers without the scope. */
export type LoggedCheck = LoggedCheckDto & Required<Pick<LoggedCheckDto, 'licenseKey'>>;

@Injectable()
export class KeysOfLogs {
  constructor(private readonly licenseKeys: LicenseKeysRepository) {}

  /** In the order of the logs. Skips logs whose license key was just deleted: they will be deleted too. */
  async describe(logs: readonly LicenseLogRow[], reader: Reader): Promise<LoggedCheck[]> {
    const ids = new Set(logs.map(([, keyId]) => keyId));
    const keys = new Map((await this.licenseKeys.findByIds([...ids], reader)).map((key) => [key.id, key]));
    return logs.flatMap((log) => {
      const key = keys.get(log[1]);
      return key ? [Object.assign(toLicenseLogDto(log), { uid: key.uuid, pid: key.product, licenseKey: key.key })] : [];
    });
  }
}

/** For callers without `keys:read`: JSON omits undefined fields. */
export function withoutLicenseKey(check: LoggedCheck): LoggedCheckDto {
  return Object.assign({}, check, { licenseKey: undefined });
}
