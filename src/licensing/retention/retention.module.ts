import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { AuditRetentionService } from './audit-retention.service';
import { RetentionClock } from './retention-clock';
import { RetentionClockState } from './retention-clock.entity';
import { RetentionClockRepository } from './retention-clock.repository';

/**
 * The clock by which what is old is deleted, one for all kinds of records; and what is old of the audit, which itself only ever
 * appends. Logs, devices and bulk changes see to their own.
 */
@Module({
  imports: [TypeOrmModule.forFeature([RetentionClockState]), AuditModule],
  providers: [RetentionClock, RetentionClockRepository, AuditRetentionService],
  exports: [RetentionClock],
})
export class RetentionModule {}
