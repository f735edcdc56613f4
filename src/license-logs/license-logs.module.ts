import { Module } from '@nestjs/common';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { LicenseLogsController } from './license-logs.controller';
import { LicenseLogsService } from './license-logs.service';
import { LogRetentionService } from './log-retention.service';

/** License logs: what every check of a key was answered. They are written by the checks themselves. */
@Module({
  imports: [LicenseKeysModule],
  controllers: [LicenseLogsController],
  providers: [LicenseLogsService, LogRetentionService],
})
export class LicenseLogsModule {}
