import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { PlanUsers } from '../../catalog/plans/plan-users';
import { PlansModule } from '../../catalog/plans/plans.module';
import { OutgoingModule } from '../../platform/outgoing/outgoing.module';
import { SigningModule } from '../../signing/signing.module';
import { ShopAsking } from '../shops/asking';
import { Mapping } from './mapping.entity';
import { MappingsController } from './mappings.controller';
import { MappingsRepository } from './mappings.repository';
import { MappingsService } from './mappings.service';
import { SourceAsking } from './source-asking';
import { SourceProof } from './source-proof';
import { SourceUsers } from './source-users';
import { SourceVault } from './source-vault';
import { Source } from './source.entity';
import { SourcesController } from './sources.controller';
import { SourcesRepository } from './sources.repository';
import { SourcesService } from './sources.service';

@Module({
  imports: [TypeOrmModule.forFeature([Source, Mapping]), AuditModule, PlansModule, SigningModule, OutgoingModule],
  controllers: [SourcesController, MappingsController],
  providers: [
    SourcesRepository,
    SourcesService,
    SourceVault,
    SourceProof,
    SourceUsers,
    SourceAsking,
    ShopAsking,
    MappingsRepository,
    MappingsService,
  ],
  exports: [
    SourcesService,
    MappingsService,
    SourcesRepository,
    SourceVault,
    SourceProof,
    SourceUsers,
    SourceAsking,
    MappingsRepository,
  ],
})
export class SourcesModule {
  constructor(planUsers: PlanUsers, mappings: MappingsRepository, sources: SourcesRepository) {
    planUsers.add(async (transaction, plan) => {
      const mapping = await mappings.within(transaction).findOfPlan(plan);
      const source = mapping && (await sources.within(transaction).findById(mapping.sourceId));
      return source
        ? `The item "${mapping.item}" of ${source.name} becomes license keys of this plan: map it to another one first.`
        : undefined;
    });
  }
}
