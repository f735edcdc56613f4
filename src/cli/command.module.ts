import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ApiKeyInsertion } from '../access/api-keys/api-key-insertion';
import { ApiKeysRepository } from '../access/api-keys/api-keys.repository';
import { ApiKeysService } from '../access/api-keys/api-keys.service';
import { CallerCache } from '../access/api-keys/caller-cache';
import { FormerSecretsRepository } from '../access/api-keys/former-secrets.repository';
import { KnownSecrets } from '../access/api-keys/known-secrets';
import { SeenEnds } from '../access/api-keys/seen-ends';
import { AuditModule } from '../access/audit/audit.module';
import { LicenseKeyInsertion } from '../licensing/license-keys/license-key-insertion';
import { LicenseKeyTransfer } from '../licensing/license-keys/license-key-transfer';
import { LicenseKeysRepository } from '../licensing/license-keys/license-keys.repository';
import { LinkInsertion } from '../links/link-insertion';
import { LinksRepository } from '../links/links.repository';
import { DatabaseModule } from '../platform/database/database.module';
import { LongReadsModule } from '../platform/long-reads/long-reads.module';
import { SCHEMA } from '../schema';
import { TransferModule } from '../transfer/transfer.module';

/**
 * What commands work with: the service's own providers, on a database that is open already. Not the service's modules, which
 * would start what belongs to a running service, such as the retention of logs and the limits that instances share.
 */
@Module({})
export class CommandModule {
  static on(dataSource: DataSource): DynamicModule {
    return {
      module: CommandModule,
      imports: [
        DatabaseModule.on(dataSource),
        TypeOrmModule.forFeature(SCHEMA.entities),
        LongReadsModule,
        AuditModule,
        TransferModule,
      ],
      providers: [
        ApiKeysRepository,
        FormerSecretsRepository,
        ApiKeyInsertion,
        SeenEnds,
        CallerCache,
        KnownSecrets,
        ApiKeysService,
        LicenseKeysRepository,
        LicenseKeyInsertion,
        LicenseKeyTransfer,
        LinksRepository,
        LinkInsertion,
      ],
    };
  }
}
