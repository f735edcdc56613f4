import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RetentionModule } from '../retention/retention.module';
import { LicenseLogDeletion } from './license-log-deletion';
import { LicenseLog } from './license-log.entity';
import { LicenseLogsRepository } from './license-logs.repository';
import { LicenseLogsService } from './license-logs.service';
import { LogRetentionService } from './log-retention.service';

/** License logs: the answers of all checks. They know license keys only by record id. */
@Module({
  imports: [TypeOrmModule.forFeature([LicenseLog]), RetentionModule],
  providers: [LicenseLogsRepository, LicenseLogsService, LicenseLogDeletion, LogRetentionService],
  exports: [LicenseLogsRepository, LicenseLogsService, LicenseLogDeletion],
})
export class LicenseLogsModule {}
