import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyModule } from '../../access/idempotency/idempotency.module';
import { EventTypes } from '../../platform/events/event-types';
import { CustomerDataModule } from '../customer-data/customer-data.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { RetentionModule } from '../retention/retention.module';
import { BulkChangeEnds } from './bulk-change-ends';
import { BULK_CHANGE_EVENTS } from './bulk-change-events';
import { BulkChangePortion } from './bulk-change-portion.entity';
import { BulkChangePortionsRepository } from './bulk-change-portions.repository';
import { BulkChangePreviewService } from './bulk-change-preview.service';
import { BulkChangeRetentionService } from './bulk-change-retention.service';
import { BulkChangeRunner } from './bulk-change-runner';
import { BulkChange } from './bulk-change.entity';
import { BulkChangesController } from './bulk-changes.controller';
import { BulkChangesRepository } from './bulk-changes.repository';
import { BulkChangesService } from './bulk-changes.service';
import { BulkChangesOfCustomers } from './bulk-changes-of-customers';
import { PortionWriter } from './portion-writer';

@Module({
  imports: [
    TypeOrmModule.forFeature([BulkChange, BulkChangePortion]),
    IdempotencyModule,
    CustomerDataModule,
    LicenseKeysModule,
    RetentionModule,
  ],
  controllers: [BulkChangesController],
  providers: [
    BulkChangesRepository,
    BulkChangePortionsRepository,
    BulkChangesService,
    BulkChangePreviewService,
    BulkChangeRunner,
    BulkChangeRetentionService,
    BulkChangesOfCustomers,
    PortionWriter,
    BulkChangeEnds,
  ],
})
export class BulkChangesModule {
  constructor(eventTypes: EventTypes) {
    eventTypes.add(BULK_CHANGE_EVENTS);
  }
}
