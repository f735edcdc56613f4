import { Module } from '@nestjs/common';
import { AuditModule } from '../../access/audit/audit.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { KeyChangesController } from './key-changes.controller';
import { KeyChangesService } from './key-changes.service';

/** Who changed a license key. */
@Module({
  imports: [AuditModule, LicenseKeysModule],
  controllers: [KeyChangesController],
  providers: [KeyChangesService],
})
export class KeyChangesModule {}
