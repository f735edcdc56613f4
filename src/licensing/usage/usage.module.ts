import { Module } from '@nestjs/common';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { LicenseLogsModule } from '../license-logs/license-logs.module';
import { SeatsModule } from '../seats/seats.module';
import { UsageController } from './usage.controller';
import { UsageService } from './usage.service';

/** When and from where license keys were used. */
@Module({
  imports: [LicenseKeysModule, LicenseLogsModule, SeatsModule],
  controllers: [UsageController],
  providers: [UsageService],
})
export class UsageModule {}
