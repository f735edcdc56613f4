import { Module } from '@nestjs/common';
import { LicenseCheckLimit } from './license-check-limit';
import { RequestLimit } from './request-limit';
import { SharedCounts } from './shared-counts';
import { GuessLimit } from './guess-limit';
import { SignInLimit } from './sign-in-limit';

@Module({
  providers: [SharedCounts, GuessLimit, LicenseCheckLimit, RequestLimit, SignInLimit],
  exports: [GuessLimit, LicenseCheckLimit, RequestLimit, SignInLimit],
})
export class LimitsModule {}
