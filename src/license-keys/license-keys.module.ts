import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { LicenseKeysController } from './license-keys.controller';
import { LicenseKeysService } from './license-keys.service';

/** License keys: create, list, fetch, update, delete. */
@Module({
  imports: [IdempotencyModule],
  controllers: [LicenseKeysController],
  providers: [LicenseKeysService],
  exports: [LicenseKeysService],
})
export class LicenseKeysModule {}
