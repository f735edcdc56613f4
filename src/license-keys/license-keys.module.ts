import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { TransferModule } from '../transfer/transfer.module';
import { BulkCreationController } from './bulk-creation.controller';
import { LicenseKeyTransferController } from './license-key-transfer.controller';
import { LicenseKeysController } from './license-keys.controller';
import { LicenseKeysService } from './license-keys.service';
import { LicenseLogDeletion } from './license-log-deletion';

/** License keys: create, list, fetch, update, delete. */
@Module({
  imports: [IdempotencyModule, TransferModule],
  // Words before ids: Express takes the first route that matches.
  controllers: [BulkCreationController, LicenseKeyTransferController, LicenseKeysController],
  providers: [LicenseKeysService, LicenseLogDeletion],
  exports: [LicenseKeysService],
})
export class LicenseKeysModule {}
