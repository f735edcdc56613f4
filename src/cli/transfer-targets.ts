import type { DataSource } from 'typeorm';
import { AuditRecord } from '../access/audit/audit-record.entity';
import { AuditRecordsRepository } from '../access/audit/audit-records.repository';
import { engineOf } from '../platform/database/engine';
import { LicenseKeyInsertion } from '../licensing/license-keys/license-key-insertion';
import { LicenseKeyTransfer } from '../licensing/license-keys/license-key-transfer';
import { LicenseKey } from '../licensing/license-keys/license-key.entity';
import { LicenseKeysRepository } from '../licensing/license-keys/license-keys.repository';
import { LinkTransfer } from '../links/link-transfer';
import { Link } from '../links/link.entity';
import { LinksRepository } from '../links/links.repository';

// By hand: Nest would start what belongs to the service alone, such as the retention of logs.

/** Imports and exports of license keys, on the command line's own connection. */
export function licenseKeyTransfer(dataSource: DataSource): LicenseKeyTransfer {
  const { statements, readers } = engineOf(dataSource);
  const licenseKeys = new LicenseKeysRepository(dataSource.getRepository(LicenseKey), statements, readers);
  const audit = new AuditRecordsRepository(dataSource.getRepository(AuditRecord), readers);
  return new LicenseKeyTransfer(licenseKeys, new LicenseKeyInsertion(licenseKeys, audit));
}

/** Those of links. */
export function linkTransfer(dataSource: DataSource, ownAddress: string): LinkTransfer {
  const { statements, readers } = engineOf(dataSource);
  return new LinkTransfer(new LinksRepository(dataSource.getRepository(Link), statements, readers), ownAddress);
}
