import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditRecord } from './audit-record.entity';
import { AuditRecordsRepository } from './audit-records.repository';
import { AuditController } from './audit.controller';
import { AuditService } from './audit.service';
import { ChangeLog } from './change-log';
import { RecordedChanges } from './recorded-changes';

/** The audit, and the change log, which records every change in the change's own transaction. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditRecord])],
  controllers: [AuditController],
  providers: [AuditService, AuditRecordsRepository, ChangeLog, RecordedChanges],
  exports: [AuditRecordsRepository, AuditService, ChangeLog, RecordedChanges],
})
export class AuditModule {}
