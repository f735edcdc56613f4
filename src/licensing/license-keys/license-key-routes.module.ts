import { Module } from '@nestjs/common';
import { LicenseLogsModule } from '../license-logs/license-logs.module';
import { TransferModule } from '../../transfer/transfer.module';
import { BulkCreationController } from './bulk-creation.controller';
import { LicenseKeyLogsController } from './license-key-logs.controller';
import { LicenseKeyTransferController } from './license-key-transfer.controller';
import { LicenseKeysController } from './license-keys.controller';
import { LicenseKeysModule } from './license-keys.module';

/**
 * What the API answers about license keys. Apart from what others use of them, so that those whose words stand where an id
 * could, such as `/api/keys/bulk`, can stand before it, and still behind checks.
 */
@Module({
  imports: [LicenseKeysModule, LicenseLogsModule, TransferModule],
  // Words before ids: Express takes the first route that matches.
  controllers: [BulkCreationController, LicenseKeyTransferController, LicenseKeysController, LicenseKeyLogsController],
})
export class LicenseKeyRoutesModule {}
