import { Module } from '@nestjs/common';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { LicenseLogsModule } from '../license-logs/license-logs.module';
import { KeysOfLogs } from './keys-of-logs';
import { LiveChecks } from './live/live-checks';
import { WatchService } from './live/watch.service';
import { LoggedChecksController } from './logged-checks.controller';
import { LoggedChecksService } from './logged-checks.service';

@Module({
  imports: [LicenseKeysModule, LicenseLogsModule],
  controllers: [LoggedChecksController],
  providers: [KeysOfLogs, LoggedChecksService, LiveChecks, WatchService],
})
export class LoggedChecksModule {}
