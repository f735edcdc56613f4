import { type DynamicModule, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ApiKeyInsertion } from '../access/api-keys/api-key-insertion';
import { ApiKeysRepository } from '../access/api-keys/api-keys.repository';
import { ApiKeysService } from '../access/api-keys/api-keys.service';
import { CallerCache } from '../access/api-keys/caller-cache';
import { FormerSecretsRepository } from '../access/api-keys/former-secrets.repository';
import { KnownSecrets } from '../access/api-keys/known-secrets';
import { SeenEnds } from '../access/api-keys/seen-ends';
import { SessionsRepository } from '../access/sessions/sessions.repository';
import { AuditModule } from '../access/audit/audit.module';
import { CheckCountRebuild } from '../licensing/check-counts/check-count-rebuild';
import { CheckCounter } from '../licensing/check-counts/check-counter';
import { CheckCountsRepository } from '../licensing/check-counts/check-counts.repository';
import { CheckTally } from '../licensing/check-counts/check-tally';
import { SettledLogs } from '../licensing/check-counts/settled-logs';
import { DeviceHashes } from '../licensing/devices/device-hashes';
import { DeviceSecretsRepository } from '../licensing/devices/device-secrets.repository';
import { DevicesRepository } from '../licensing/devices/devices.repository';
import { SeatCountsRepository } from '../licensing/devices/seat-counts.repository';
import { LicenseKeyInsertion } from '../licensing/license-keys/license-key-insertion';
import { LicenseKeyTransfer } from '../licensing/license-keys/license-key-transfer';
import { LicenseKeysRepository } from '../licensing/license-keys/license-keys.repository';
import { LicenseLogsRepository } from '../licensing/license-logs/license-logs.repository';
import { IssuedLicensesRepository } from '../licensing/offline-licenses/issued-licenses.repository';
import { OfflineLicensesService } from '../licensing/offline-licenses/offline-licenses.service';
import { LeaseClock } from '../licensing/seats/lease-clock';
import { OutageWatch } from '../licensing/seats/outage-watch';
import { SeatsService } from '../licensing/seats/seats.service';
import { ServicePeriodsRepository } from '../licensing/seats/service-periods.repository';
import { LinkInsertion } from '../links/link-insertion';
import { LinksRepository } from '../links/links.repository';
import { VisitCountsRepository } from '../links/visit-counts.repository';
import { DatabaseModule } from '../platform/database/database.module';
import { LongReadsModule } from '../platform/long-reads/long-reads.module';
import type { Settings } from '../platform/settings/settings';
import { SettingsModule } from '../platform/settings/settings.module';
import { SCHEMA } from '../schema';
import { KeySetChain } from '../signing/key-set-chain';
import { KeySetsRepository } from '../signing/key-sets.repository';
import { KeySetsService } from '../signing/key-sets.service';
import { SecretKey } from '../signing/secret-key';
import { SigningKeysRepository } from '../signing/signing-keys.repository';
import { SigningStatusService } from '../signing/signing-status.service';
import { TokenSigner } from '../signing/token-signer';
import { TransferModule } from '../transfer/transfer.module';
import { Restoration } from './restoration';
import { DemoKeysWriter } from './demo/demo-keys-writer';
import { DemoLinksWriter } from './demo/demo-links-writer';
import { DemoShop } from './demo/demo-shop';

const PROVIDERS = [
  ApiKeysRepository,
  FormerSecretsRepository,
  ApiKeyInsertion,
  SeenEnds,
  SessionsRepository,
  CallerCache,
  KnownSecrets,
  ApiKeysService,
  LicenseKeysRepository,
  LicenseKeyInsertion,
  LicenseKeyTransfer,
  DevicesRepository,
  DeviceSecretsRepository,
  DeviceHashes,
  SeatCountsRepository,
  ServicePeriodsRepository,
  LeaseClock,
  OutageWatch,
  SeatsService,
  LinksRepository,
  LinkInsertion,
  KeySetsRepository,
  SigningKeysRepository,
  SecretKey,
  TokenSigner,
  KeySetsService,
  KeySetChain,
  SigningStatusService,
  IssuedLicensesRepository,
  OfflineLicensesService,
  Restoration,
  LicenseLogsRepository,
  CheckCountsRepository,
  SettledLogs,
  CheckTally,
  CheckCounter,
  CheckCountRebuild,
  VisitCountsRepository,
  DemoKeysWriter,
  DemoLinksWriter,
  DemoShop,
];

/**
 * What commands work with: the service's own providers, on a database that is open already. Not the service's modules, which
 * would start what belongs to a running service, such as the retention of logs, the limits that instances
 * share, and the note that the service is there.
 */
@Module({})
export class CommandModule implements OnApplicationBootstrap {
  constructor(private readonly outages: OutageWatch) {}

  /** Leases are judged by the outages that the service has noted. */
  onApplicationBootstrap(): Promise<void> {
    return this.outages.look();
  }

  static on(dataSource: DataSource, settings: Settings): DynamicModule {
    return {
      module: CommandModule,
      imports: [
        SettingsModule.with(settings),
        DatabaseModule.on(dataSource),
        TypeOrmModule.forFeature(SCHEMA.entities),
        LongReadsModule,
        AuditModule,
        TransferModule,
      ],
      providers: PROVIDERS,
    };
  }
}
