import { Module } from '@nestjs/common';
import { AuditModule } from '../../access/audit/audit.module';
import { EventTypes } from '../../platform/events/event-types';
import { LicenseCheckModule } from '../license-check/license-check.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { UsesModule } from '../uses/uses.module';
import { MetersService } from './meters.service';
import { UseBatch } from './use-batch';
import { USE_EVENTS, UseEvents } from './use-events';
import { KeyUsesController } from './key-uses.controller';
import { UsesController } from './uses.controller';
import { UseWithdrawalService } from './use-withdrawal.service';
import { UsesService } from './uses.service';

@Module({
  imports: [AuditModule, LicenseKeysModule, LicenseCheckModule, UsesModule],
  controllers: [UsesController, KeyUsesController],
  providers: [UsesService, MetersService, UseBatch, UseEvents, UseWithdrawalService],
  exports: [MetersService],
})
export class MetersModule {
  constructor(eventTypes: EventTypes) {
    eventTypes.add(USE_EVENTS);
  }
}
