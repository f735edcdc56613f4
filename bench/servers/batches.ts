import type { DataSource } from 'typeorm';
import { engineOf } from '../../src/platform/database/engine';
import { FormerKey } from '../../src/licensing/former-keys/former-key.entity';
import { FormerKeysRepository } from '../../src/licensing/former-keys/former-keys.repository';
import { CheckBatch } from '../../src/licensing/license-check/check-batch';
import { NamedKeys } from '../../src/licensing/license-check/named-keys';
import { DeviceHashes } from '../../src/licensing/devices/device-hashes';
import { DeviceSecret } from '../../src/licensing/devices/device-secret.entity';
import { DeviceSecretsRepository } from '../../src/licensing/devices/device-secrets.repository';
import { Device } from '../../src/licensing/devices/device.entity';
import { DevicesRepository } from '../../src/licensing/devices/devices.repository';
import { SeatCount } from '../../src/licensing/devices/seat-count.entity';
import { SeatCountsRepository } from '../../src/licensing/devices/seat-counts.repository';
import type { CheckRequest } from '../../src/licensing/license-check/judgements';
import type { KeyReference } from '../../src/licensing/license-keys/key-reference';
import { LicenseKey } from '../../src/licensing/license-keys/license-key.entity';
import { LicenseKeysRepository } from '../../src/licensing/license-keys/license-keys.repository';
import { LicenseLog } from '../../src/licensing/license-logs/license-log.entity';
import { LicenseLogsRepository } from '../../src/licensing/license-logs/license-logs.repository';
import { LeaseClock } from '../../src/licensing/seats/lease-clock';
import { OutageWatch } from '../../src/licensing/seats/outage-watch';
import { SeatPlanner } from '../../src/licensing/seats/seat-planner';
import { ServicePeriod } from '../../src/licensing/seats/service-period.entity';
import { ServicePeriodsRepository } from '../../src/licensing/seats/service-periods.repository';
import { Link } from '../../src/links/link.entity';
import { LinksRepository } from '../../src/links/links.repository';
import { VisitBatch } from '../../src/links/redirects/visit-batch';
import { VisitPortion } from '../../src/links/visits/visit-portion.entity';
import { VisitPortionsRepository } from '../../src/links/visits/visit-portions.repository';
import { StoredEvent } from '../../src/platform/events/event.entity';
import { EventPosition } from '../../src/platform/events/event-position.entity';
import { EventsRepository } from '../../src/platform/events/events.repository';
import { CheckTerms } from '../../src/licensing/license-check/check-terms';
import { CheckEvents } from '../../src/licensing/license-check/check-events';
import { Metrics } from '../../src/platform/metrics/metrics';
import { SearchWordsRepository } from '../../src/platform/search-index/search-words.repository';

/** The service's own batches on a database, without Nest around them. */
export function batchesOf(dataSource: DataSource): { checkBatch: CheckBatch; visitBatch: VisitBatch } {
  const { statements, readers } = engineOf(dataSource);
  const keys = new LicenseKeysRepository(dataSource.getRepository(LicenseKey), statements, readers);
  const formerKeys = new FormerKeysRepository(dataSource.getRepository(FormerKey), statements);
  const logs = new LicenseLogsRepository(dataSource.getRepository(LicenseLog), readers);
  const links = new LinksRepository(dataSource.getRepository(Link), statements, readers);
  const portions = new VisitPortionsRepository(dataSource.getRepository(VisitPortion), readers);
  const counts = new SeatCountsRepository(dataSource.getRepository(SeatCount));
  const words = new SearchWordsRepository();
  const devices = new DevicesRepository(dataSource.getRepository(Device), readers, counts, words);
  const periods = new ServicePeriodsRepository(dataSource.getRepository(ServicePeriod));
  const watch = new OutageWatch(periods, devices, new LeaseClock(dataSource));
  const hashes = new DeviceHashes(new DeviceSecretsRepository(dataSource.getRepository(DeviceSecret)));
  const seats = new SeatPlanner(devices, counts, watch, hashes);
  const events = new EventsRepository(
    dataSource.getRepository(StoredEvent),
    dataSource.getRepository(EventPosition),
    readers,
  );
  const told = new CheckEvents(keys, counts, events);
  const checkBatch = new CheckBatch(
    keys,
    new NamedKeys(keys, formerKeys),
    logs,
    new CheckTerms(keys),
    seats,
    told,
    statements,
    new Metrics(),
  );
  return { checkBatch, visitBatch: new VisitBatch(links, portions, events, statements) };
}

/** A check as the load's clients send it. */
export function plainCheck(reference: KeyReference, info: string): CheckRequest {
  const unsaid = { pid: undefined, device: undefined, deviceName: undefined, nonce: undefined, sentKey: '' };
  return { reference, info, isLogged: true, isRelease: false, address: '127.0.0.1', ...unsaid };
}
