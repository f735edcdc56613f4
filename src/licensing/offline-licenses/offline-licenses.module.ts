import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { SigningModule } from '../../signing/signing.module';
import { DevicesModule } from '../devices/devices.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { SeatsModule } from '../seats/seats.module';
import { IssuedLicense } from './issued-license.entity';
import { IssuedLicensesRepository } from './issued-licenses.repository';
import { OfflineLicensesController } from './offline-licenses.controller';
import { OfflineLicensesService } from './offline-licenses.service';

/** Offline licenses: what a program may rely on without asking anybody. */
@Module({
  imports: [
    TypeOrmModule.forFeature([IssuedLicense]),
    AuditModule,
    DevicesModule,
    LicenseKeysModule,
    SeatsModule,
    SigningModule,
  ],
  controllers: [OfflineLicensesController],
  providers: [IssuedLicensesRepository, OfflineLicensesService],
})
export class OfflineLicensesModule {}
