import { Module } from '@nestjs/common';
import { IdempotencyService } from './idempotency.service';
import { LicenseKeysController } from './license-keys.controller';
import { LicenseKeysService } from './license-keys.service';

/** License keys: create, list, fetch, update, delete. */
@Module({
  controllers: [LicenseKeysController],
  providers: [LicenseKeysService, IdempotencyService],
  exports: [LicenseKeysService],
})
export class LicenseKeysModule {}
