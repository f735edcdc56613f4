import { Module } from '@nestjs/common';
import { ThrottlerStorageService } from '@nestjs/throttler';
import { RequestLimit } from './request-limit';
import { SharedCounts } from './shared-counts';
import { WrongKeyLimit } from './wrong-key-limit';

/** Limits on wrong API keys by address, and on requests by API key. */
@Module({
  providers: [ThrottlerStorageService, SharedCounts, WrongKeyLimit, RequestLimit],
  exports: [WrongKeyLimit, RequestLimit],
})
export class LimitsModule {}
