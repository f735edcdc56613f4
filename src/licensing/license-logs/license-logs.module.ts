import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RetentionModule } from '../retention/retention.module';
import { LicenseLogDeletion } from './license-log-deletion';
import { LicenseLog } from './license-log.entity';
import { LicenseLogsRepository } from './license-logs.repository';
import { LicenseLogsService } from './license-logs.service';
import { LogRetentionService } from './log-retention.service';

/** License logs: what every check of a key was answered. They know a license key by its record id alone. */
@Module({
  imports: [TypeOrmModule.forFeature([LicenseLog]), RetentionModule],
  providers: [LicenseLogsRepository, LicenseLogsService, LicenseLogDeletion, LogRetentionService],
  exports: [LicenseLogsRepository, LicenseLogsService, LicenseLogDeletion],
})
export class LicenseLogsModule {}
