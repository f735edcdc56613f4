import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { WebhooksModule } from '../../events/webhooks/webhooks.module';
import { RecordRetentionService } from './record-retention.service';
import { RetentionClock } from './retention-clock';
import { RetentionClockState } from './retention-clock.entity';
import { RetentionClockRepository } from './retention-clock.repository';

/** The clock for deleting old records. Deletes audit records, events and deliveries; logs, devices and bulk changes delete their own. */
@Module({
  imports: [TypeOrmModule.forFeature([RetentionClockState]), AuditModule, WebhooksModule],
  providers: [RetentionClock, RetentionClockRepository, RecordRetentionService],
  exports: [RetentionClock],
})
export class RetentionModule {}
