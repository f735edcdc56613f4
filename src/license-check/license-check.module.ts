import { Module } from '@nestjs/common';
import { CheckBatch } from './check-batch';
import { LicenseCheckController } from './license-check.controller';
import { LicenseCheckService } from './license-check.service';

/** License checks: may this copy run? */
@Module({
  controllers: [LicenseCheckController],
  providers: [LicenseCheckService, CheckBatch],
})
export class LicenseCheckModule {}
