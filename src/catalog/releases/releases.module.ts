import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { IdempotencyModule } from '../../access/idempotency/idempotency.module';
import { EventTypes } from '../../platform/events/event-types';
import { RELEASE_EVENTS } from './release-events';
import { Release } from './release.entity';
import { ReleasesController } from './releases.controller';
import { ReleasesRepository } from './releases.repository';
import { ReleasesService } from './releases.service';

@Module({
  imports: [TypeOrmModule.forFeature([Release]), AuditModule, IdempotencyModule],
  controllers: [ReleasesController],
  providers: [ReleasesRepository, ReleasesService],
  exports: [ReleasesRepository, ReleasesService],
})
export class ReleasesModule {
  constructor(eventTypes: EventTypes) {
    eventTypes.add(RELEASE_EVENTS);
  }
}
