import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { ExpiryJob } from './expiry-job';
import { ExpiryNotice } from './expiry-notice.entity';
import { ExpiryNoticesRepository } from './expiry-notices.repository';
import { ExpiryProgress } from './expiry-progress.entity';

/** The events that time makes. */
@Module({
  imports: [TypeOrmModule.forFeature([ExpiryNotice, ExpiryProgress]), LicenseKeysModule],
  providers: [ExpiryNoticesRepository, ExpiryJob],
})
export class ExpiryModule {}
