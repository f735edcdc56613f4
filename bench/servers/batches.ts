import type { DataSource } from 'typeorm';
import { engineOf } from '../../src/platform/database/engine';
import { CheckBatch } from '../../src/licensing/license-check/check-batch';
import { LicenseKey } from '../../src/licensing/license-keys/license-key.entity';
import { LicenseKeysRepository } from '../../src/licensing/license-keys/license-keys.repository';
import { LicenseLog } from '../../src/licensing/license-logs/license-log.entity';
import { LicenseLogsRepository } from '../../src/licensing/license-logs/license-logs.repository';
import { Link } from '../../src/links/link.entity';
import { LinksRepository } from '../../src/links/links.repository';
import { VisitBatch } from '../../src/links/visit-batch';

/** The service's own batches on a database, without Nest around them. */
export function batchesOf(dataSource: DataSource): { checkBatch: CheckBatch; visitBatch: VisitBatch } {
  const { statements, readers } = engineOf(dataSource);
  const keys = new LicenseKeysRepository(dataSource.getRepository(LicenseKey), statements, readers);
  const logs = new LicenseLogsRepository(dataSource.getRepository(LicenseLog), readers);
  const links = new LinksRepository(dataSource.getRepository(Link), statements, readers);
  return { checkBatch: new CheckBatch(keys, logs, statements), visitBatch: new VisitBatch(links, statements) };
}
