import { EventTypes } from '../platform/events/event-types';
import { LINK_EVENTS } from './link-events';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SearchIndex } from '../platform/search-index/search-index';
import { KINDS } from '../platform/search-index/worded';
import { linkWords } from './link-words';
import { IdempotencyModule } from '../access/idempotency/idempotency.module';
import { TransferModule } from '../transfer/transfer.module';
import { LinkEndJob } from './ends/link-end-job';
import { LinkEndNotice } from './ends/link-end-notice.entity';
import { LinkEndNoticesRepository } from './ends/link-end-notices.repository';
import { LinkEndProgress } from './ends/link-end-progress.entity';
import { LinkCreationService } from './link-creation.service';
import { AuditModule } from '../access/audit/audit.module';
import { LinkInsertion } from './link-insertion';
import { LinkListController } from './link-list.controller';
import { LinkTransferController } from './link-transfer.controller';
import { Link } from './link.entity';
import { LinksController } from './links.controller';
import { LinksRepository } from './links.repository';
import { LinksService } from './links.service';
import { RedirectController } from './redirect.controller';
import { VisitBatch } from './visit-batch';
import { VisitCount } from './visit-count.entity';
import { VisitCounter } from './visit-counter';
import { VisitCountsRepository } from './visit-counts.repository';
import { VisitPortion } from './visit-portion.entity';
import { VisitPortionsRepository } from './visit-portions.repository';
import { VisitRollUp } from './visit-roll-up';
import { VisitStatsController } from './visit-stats.controller';
import { VisitStatsService } from './visit-stats.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([Link, VisitPortion, VisitCount, LinkEndNotice, LinkEndProgress]),
    AuditModule,
    IdempotencyModule,
    TransferModule,
  ],
  controllers: [LinksController, LinkTransferController, LinkListController, VisitStatsController, RedirectController],
  providers: [
    LinksRepository,
    LinkInsertion,
    LinksService,
    LinkCreationService,
    VisitBatch,
    VisitPortionsRepository,
    VisitCountsRepository,
    VisitCounter,
    VisitRollUp,
    VisitStatsService,
    LinkEndNoticesRepository,
    LinkEndJob,
  ],
  exports: [LinksRepository, LinkInsertion, VisitCountsRepository],
})
export class LinksModule {
  constructor(index: SearchIndex, links: LinksRepository, eventTypes: EventTypes) {
    eventTypes.add(LINK_EVENTS);
    index.addRecords('links', KINDS.link, links, linkWords);
  }
}
