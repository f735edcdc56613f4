import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { IdempotencyModule } from '../../access/idempotency/idempotency.module';
import { DevicesModule } from '../devices/devices.module';
import { LicenseLogsModule } from '../license-logs/license-logs.module';
import { TransferModule } from '../../transfer/transfer.module';
import { BulkCreationController } from './bulk-creation.controller';
import { LicenseKeyInsertion } from './license-key-insertion';
import { LicenseKeyLogsController } from './license-key-logs.controller';
import { LicenseKeyTransfer } from './license-key-transfer';
import { LicenseKeyTransferController } from './license-key-transfer.controller';
import { LicenseKey } from './license-key.entity';
import { LicenseKeysController } from './license-keys.controller';
import { LicenseKeysRepository } from './license-keys.repository';
import { LicenseKeysService } from './license-keys.service';

/** License keys: create, list, fetch, update, delete, and what belongs to one. */
@Module({
  imports: [
    TypeOrmModule.forFeature([LicenseKey]),
    AuditModule,
    IdempotencyModule,
    DevicesModule,
    LicenseLogsModule,
    TransferModule,
  ],
  // Words before ids: Express takes the first route that matches.
  controllers: [BulkCreationController, LicenseKeyTransferController, LicenseKeysController, LicenseKeyLogsController],
  providers: [LicenseKeysRepository, LicenseKeyInsertion, LicenseKeysService, LicenseKeyTransfer],
  exports: [LicenseKeysRepository, LicenseKeysService, LicenseKeyTransfer],
})
export class LicenseKeysModule {}
