import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { WebhooksModule } from '../../events/webhooks/webhooks.module';
import { AuditRetentionService } from './audit-retention.service';
import { DeliveryRetentionService } from './delivery-retention.service';
import { EventRetentionService } from './event-retention.service';
import { RetentionClock } from './retention-clock';
import { RetentionClockState } from './retention-clock.entity';
import { RetentionClockRepository } from './retention-clock.repository';

/** The clock for deleting old records. Deletes audit records, events and deliveries; logs, devices and bulk changes delete their own. */
@Module({
  imports: [TypeOrmModule.forFeature([RetentionClockState]), AuditModule, WebhooksModule],
  providers: [
    RetentionClock,
    RetentionClockRepository,
    AuditRetentionService,
    EventRetentionService,
    DeliveryRetentionService,
  ],
  exports: [RetentionClock],
})
export class RetentionModule {}
