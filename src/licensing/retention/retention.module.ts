import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { WebhooksModule } from '../../events/webhooks/webhooks.module';
import { RecordRetentionService } from './record-retention.service';
import { RetentionClock } from './retention-clock';
import { RetentionClockState } from './retention-clock.entity';
import { RetentionClockRepository } from './retention-clock.repository';

/** The clock for deletions, and the deletion of audit records, events and deliveries; other rooms delete their own records. */
@Module({
  imports: [TypeOrmModule.forFeature([RetentionClockState]), AuditModule, WebhooksModule],
  providers: [RetentionClock, RetentionClockRepository, RecordRetentionService],
  exports: [RetentionClock],
})
export class RetentionModule {}
