import { Module } from '@nestjs/common';
import { AuditModule } from '../../access/audit/audit.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { LicenseLogsModule } from '../license-logs/license-logs.module';
import { DevicesModule } from '../devices/devices.module';
import { SeatsModule } from '../seats/seats.module';
import { SigningModule } from '../../signing/signing.module';
import { LimitsModule } from '../../platform/limits/limits.module';
import { CheckBatch } from './check-batch';
import { CheckTerms } from './check-terms';
import { CheckEvents } from './check-events';
import { CheckExplanationService } from './check-explanation.service';
import { LicenseCheckController } from './license-check.controller';
import { LicenseCheckService } from './license-check.service';
import { NamedKeys } from './named-keys';
import { PastCheckService } from './past-check.service';
import { PublicCheckService } from './public-check.service';

@Module({
  imports: [LicenseKeysModule, LicenseLogsModule, DevicesModule, SeatsModule, SigningModule, LimitsModule, AuditModule],
  controllers: [LicenseCheckController],
  providers: [
    LicenseCheckService,
    PublicCheckService,
    CheckBatch,
    CheckEvents,
    CheckTerms,
    NamedKeys,
    CheckExplanationService,
    PastCheckService,
  ],
  exports: [NamedKeys, PublicCheckService],
})
export class LicenseCheckModule {}
