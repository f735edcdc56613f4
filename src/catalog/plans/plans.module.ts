import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { EventTypes } from '../../platform/events/event-types';
import { SearchIndex } from '../../platform/search-index/search-index';
import { KINDS } from '../../platform/search-index/worded';
import { AllPlansController } from './all-plans.controller';
import { PLAN_EVENTS } from './plan-events';
import { PlanUsers } from './plan-users';
import { planWords } from './plan-words';
import { Plan } from './plan.entity';
import { PlansController } from './plans.controller';
import { PlansRepository } from './plans.repository';
import { PlansService } from './plans.service';

@Module({
  imports: [TypeOrmModule.forFeature([Plan]), AuditModule],
  controllers: [PlansController, AllPlansController],
  providers: [PlansRepository, PlansService, PlanUsers],
  exports: [PlansRepository, PlansService, PlanUsers],
})
export class PlansModule {
  constructor(index: SearchIndex, plans: PlansRepository, eventTypes: EventTypes) {
    eventTypes.add(PLAN_EVENTS);
    index.addRecords('plans', KINDS.plan, plans, planWords);
  }
}
