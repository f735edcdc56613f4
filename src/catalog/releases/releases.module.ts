import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { IdempotencyModule } from '../../access/idempotency/idempotency.module';
import { EventTypes } from '../../platform/events/event-types';
import { SearchIndex } from '../../platform/search-index/search-index';
import { KINDS } from '../../platform/search-index/worded';
import { AllReleasesController } from './all-releases.controller';
import { ReleaseBucket } from './release-bucket';
import { RELEASE_EVENTS } from './release-events';
import { releaseWords } from './release-words';
import { Release } from './release.entity';
import { ReleasesController } from './releases.controller';
import { ReleasesRepository } from './releases.repository';
import { ReleasesService } from './releases.service';

@Module({
  imports: [TypeOrmModule.forFeature([Release]), AuditModule, IdempotencyModule],
  controllers: [ReleasesController, AllReleasesController],
  providers: [ReleasesRepository, ReleasesService, ReleaseBucket],
  exports: [ReleasesRepository, ReleasesService, ReleaseBucket],
})
export class ReleasesModule {
  constructor(index: SearchIndex, releases: ReleasesRepository, eventTypes: EventTypes) {
    eventTypes.add(RELEASE_EVENTS);
    index.addRecords('releases', KINDS.release, releases, releaseWords);
  }
}
