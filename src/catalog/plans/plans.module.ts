import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { EventTypes } from '../../platform/events/event-types';
import { PLAN_EVENTS } from './plan-events';
import { PlanUsers } from './plan-users';
import { Plan } from './plan.entity';
import { PlansController } from './plans.controller';
import { PlansRepository } from './plans.repository';
import { PlansService } from './plans.service';

@Module({
  imports: [TypeOrmModule.forFeature([Plan]), AuditModule],
  controllers: [PlansController],
  providers: [PlansRepository, PlansService, PlanUsers],
  exports: [PlansRepository, PlansService, PlanUsers],
})
export class PlansModule {
  constructor(eventTypes: EventTypes) {
    eventTypes.add(PLAN_EVENTS);
  }
}
