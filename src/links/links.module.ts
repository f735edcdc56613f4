import { Domain } from './domains/domain.entity';
import { DOMAIN_EVENTS } from './domains/domain-events';
import { DomainHosts } from './domains/domain-hosts';
import { DomainsController } from './domains/domains.controller';
import { DomainsRepository } from './domains/domains.repository';
import { DomainsService } from './domains/domains.service';
import { EventTypes } from '../platform/events/event-types';
import { LINK_EVENTS } from './link-events';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SearchIndex } from '../platform/search-index/search-index';
import { KINDS } from '../platform/search-index/worded';
import { linkWords } from './link-words';
import { IdempotencyModule } from '../access/idempotency/idempotency.module';
import { SigningModule } from '../signing/signing.module';
import { TransferModule } from '../transfer/transfer.module';
import { AppFilesController } from './app-files/app-files.controller';
import { LinkEndJob } from './ends/link-end-job';
import { LinkEnds } from './ends/link-ends';
import { LinkEndNotice } from './ends/link-end-notice.entity';
import { LinkEndNoticesRepository } from './ends/link-end-notices.repository';
import { LinkEndProgress } from './ends/link-end-progress.entity';
import { LinkCreationService } from './link-creation.service';
import { LimitsModule } from '../platform/limits/limits.module';
import { AuditModule } from '../access/audit/audit.module';
import { LinkInsertion } from './link-insertion';
import { LinkListController } from './link-list.controller';
import { LinkTransferController } from './link-transfer.controller';
import { Link } from './link.entity';
import { LinksController } from './links.controller';
import { LinksRepository } from './links.repository';
import { LinksService } from './links.service';
import { RedirectController } from './redirects/redirect.controller';
import { RedirectsService } from './redirects/redirects.service';
import { Targets } from './redirects/targets';
import { LinkPasswords } from './passwords/link-passwords';
import { UnlockController } from './passwords/unlock.controller';
import { VisitBatch } from './redirects/visit-batch';
import { VisitCount } from './visits/visit-count.entity';
import { VisitCounter } from './visits/visit-counter';
import { VisitCountsRepository } from './visits/visit-counts.repository';
import { VisitPortion } from './visits/visit-portion.entity';
import { VisitPortionsRepository } from './visits/visit-portions.repository';
import { VisitOrder } from './visits/visit-order';
import { VisitRollUp } from './visits/visit-roll-up';
import { FactsReader } from './visits/visit-facts';
import { LiveVisits } from './visits/live-visits';
import { LinkStatsController } from './visits/link-stats.controller';
import { LinkStatsService } from './visits/link-stats.service';
import { Places } from './visits/places';
import { UserAgents } from './visits/user-agents';
import { VisitSalt } from './visits/visit-salt.entity';
import { VisitSalts } from './visits/visit-salts';
import { VisitSum } from './visits/visit-sum.entity';
import { VisitSumsRepository } from './visits/visit-sums.repository';
import { VisitSumsWriter } from './visits/visit-sums-writer';
import { VisitStatsController } from './visits/visit-stats.controller';
import { VisitStatsService } from './visits/visit-stats.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Link,
      Domain,
      VisitPortion,
      VisitCount,
      VisitSum,
      VisitSalt,
      LinkEndNotice,
      LinkEndProgress,
    ]),
    AuditModule,
    IdempotencyModule,
    TransferModule,
    SigningModule,
    LimitsModule,
  ],
  controllers: [
    // First, because most requests are for links.
    RedirectController,
    UnlockController,
    AppFilesController,
    LinksController,
    LinkTransferController,
    LinkListController,
    DomainsController,
    VisitStatsController,
    LinkStatsController,
  ],
  providers: [
    LinksRepository,
    LinkInsertion,
    DomainsRepository,
    DomainHosts,
    DomainsService,
    LinksService,
    LinkCreationService,
    RedirectsService,
    LinkPasswords,
    Targets,
    VisitBatch,
    VisitPortionsRepository,
    VisitCountsRepository,
    VisitCounter,
    VisitRollUp,
    VisitOrder,
    VisitSumsRepository,
    VisitSumsWriter,
    VisitSalts,
    UserAgents,
    Places,
    FactsReader,
    LinkStatsService,
    LiveVisits,
    VisitStatsService,
    LinkEndNoticesRepository,
    LinkEnds,
    LinkEndJob,
  ],
  exports: [
    LinksRepository,
    LinkInsertion,
    LinkPasswords,
    DomainHosts,
    DomainsService,
    VisitCountsRepository,
    VisitSumsRepository,
  ],
})
export class LinksModule {
  constructor(index: SearchIndex, links: LinksRepository, eventTypes: EventTypes) {
    eventTypes.add(LINK_EVENTS);
    eventTypes.add(DOMAIN_EVENTS);
    index.addRecords('links', KINDS.link, links, linkWords);
  }
}
