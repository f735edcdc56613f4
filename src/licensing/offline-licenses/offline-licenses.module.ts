import { EventTypes } from '../../platform/events/event-types';
import { LICENSE_EVENTS } from './license-events';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { SigningModule } from '../../signing/signing.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { SeatsModule } from '../seats/seats.module';
import { IssuedLicense } from './issued-license.entity';
import { IssuedLicensesRepository } from './issued-licenses.repository';
import { IssuedLicensesService } from './issued-licenses.service';
import { OfflineLicensesController } from './offline-licenses.controller';
import { OfflineLicensesService } from './offline-licenses.service';

@Module({
  imports: [TypeOrmModule.forFeature([IssuedLicense]), AuditModule, LicenseKeysModule, SeatsModule, SigningModule],
  controllers: [OfflineLicensesController],
  providers: [IssuedLicensesRepository, IssuedLicensesService, OfflineLicensesService],
  exports: [IssuedLicensesService, OfflineLicensesService],
})
export class OfflineLicensesModule {
  constructor(eventTypes: EventTypes) {
    eventTypes.add(LICENSE_EVENTS);
  }
}
