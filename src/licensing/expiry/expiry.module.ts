import { Module } from '@nestjs/common';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { ExpiryJob } from './expiry-job';

/** The events that time makes. */
@Module({ imports: [LicenseKeysModule], providers: [ExpiryJob] })
export class ExpiryModule {}
