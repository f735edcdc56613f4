import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditRecord } from './audit-record.entity';
import { AuditRecordsRepository } from './audit-records.repository';
import { AuditController } from './audit.controller';
import { AuditService } from './audit.service';

/** The audit. Whoever makes a change appends a record in the same transaction. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditRecord])],
  controllers: [AuditController],
  providers: [AuditService, AuditRecordsRepository],
  exports: [AuditRecordsRepository, AuditService],
})
export class AuditModule {}
