import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditController } from './audit.controller';
import { AuditRecord } from './audit-record.entity';
import { AuditService } from './audit.service';

/** The audit: who changed what. It is written by the changes themselves, with `recordChange`. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditRecord])],
  controllers: [AuditController],
  providers: [AuditService],
})
export class AuditModule {}
