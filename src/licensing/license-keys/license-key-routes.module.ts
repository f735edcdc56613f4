import { Module } from '@nestjs/common';
import { LicenseLogsModule } from '../license-logs/license-logs.module';
import { TransferModule } from '../../transfer/transfer.module';
import { BulkCreationController } from './bulk-creation.controller';
import { LicenseKeyLogsController } from './license-key-logs.controller';
import { LicenseKeyReplacementController } from './license-key-replacement.controller';
import { LicenseKeyTermsController } from './license-key-terms.controller';
import { LicenseKeyTransferController } from './license-key-transfer.controller';
import { LicenseKeysController } from './license-keys.controller';
import { LicenseKeysModule } from './license-keys.module';

/** Apart from `LicenseKeysModule`, so that modules with paths such as `/api/keys/bulk` can be registered before it. */
@Module({
  imports: [LicenseKeysModule, LicenseLogsModule, TransferModule],
  // Words before ids: Express takes the first match.
  controllers: [
    BulkCreationController,
    LicenseKeyTransferController,
    LicenseKeysController,
    LicenseKeyReplacementController,
    LicenseKeyTermsController,
    LicenseKeyLogsController,
  ],
})
export class LicenseKeyRoutesModule {}
