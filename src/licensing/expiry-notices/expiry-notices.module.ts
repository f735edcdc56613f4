import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExpiryNotice } from './expiry-notice.entity';
import { ExpiryNoticesRepository } from './expiry-notices.repository';
import { ExpiryProgress } from './expiry-progress.entity';

/** Of which ends of license keys followers were told: for the job that tells them, and for changes that move them. */
@Module({
  imports: [TypeOrmModule.forFeature([ExpiryNotice, ExpiryProgress])],
  providers: [ExpiryNoticesRepository],
  exports: [ExpiryNoticesRepository],
})
export class ExpiryNoticesModule {}
