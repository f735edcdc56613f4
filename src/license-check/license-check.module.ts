import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { CheckBatch } from './check-batch';
import { LicenseCheckController } from './license-check.controller';
import { LicenseCheckService } from './license-check.service';
import { PublicCheckService } from './public-check.service';

/** License checks: may this copy run? */
@Module({
  imports: [LimitsModule],
  controllers: [LicenseCheckController],
  providers: [LicenseCheckService, PublicCheckService, CheckBatch],
})
export class LicenseCheckModule {}
