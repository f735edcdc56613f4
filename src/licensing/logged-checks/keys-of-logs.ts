import { Injectable } from '@nestjs/common';
import type { Reader } from '../../platform/database/reader';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import type { LicenseLogRow } from '../license-logs/license-logs.repository';
import { toLicenseLogDto } from '../license-logs/license-logs.service';
import type { LoggedCheckDto } from './dto/logged-check.dto';

/** A check with the license key that it was about; who may not see that gets it by `withoutLicenseKey`. */
export type LoggedCheck = Required<LoggedCheckDto>;

/** Finds the license keys that logs, which know record ids alone, are about. */
@Injectable()
export class KeysOfLogs {
  constructor(private readonly licenseKeys: LicenseKeysRepository) {}

  /** In the order of the logs. Those whose license key has just been deleted are left out: they are about to go as well. */
  async describe(logs: readonly LicenseLogRow[], reader: Reader): Promise<LoggedCheck[]> {
    const ids = new Set(logs.map(([, keyId]) => keyId));
    const keys = new Map((await this.licenseKeys.findByIds([...ids], reader)).map((key) => [key.id, key]));
    return logs.flatMap((log) => {
      const key = keys.get(log[1]);
      return key ? [Object.assign(toLicenseLogDto(log), { uid: key.uuid, pid: key.product, licenseKey: key.key })] : [];
    });
  }
}

/** What callers may see who may not read license keys: JSON leaves out what is undefined. */
export function withoutLicenseKey(check: LoggedCheck): LoggedCheckDto {
  return Object.assign({}, check, { licenseKey: undefined });
}
