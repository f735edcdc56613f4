import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RetentionModule } from '../retention/retention.module';
import { LicenseLogDeletion } from './license-log-deletion';
import { LicenseLogErasure } from './license-log-erasure';
import { LicenseLog } from './license-log.entity';
import { LicenseLogsRepository } from './license-logs.repository';
import { LicenseLogsService } from './license-logs.service';
import { LogRetentionService } from './log-retention.service';

/** License logs: the answers of all checks. They know license keys only by record id. */
@Module({
  imports: [TypeOrmModule.forFeature([LicenseLog]), RetentionModule],
  providers: [LicenseLogsRepository, LicenseLogsService, LicenseLogDeletion, LicenseLogErasure, LogRetentionService],
  exports: [LicenseLogsRepository, LicenseLogsService, LicenseLogDeletion, LicenseLogErasure],
})
export class LicenseLogsModule {}
