import { Module } from '@nestjs/common';
import { LicenseCheckLimit } from './license-check-limit';
import { RequestLimit } from './request-limit';
import { SharedCounts } from './shared-counts';
import { GuessLimit } from './guess-limit';
import { SignInLimit } from './sign-in-limit';

/** Limits on wrong API keys and on checks of a license key by address, and on requests by API key. */
@Module({
  providers: [SharedCounts, GuessLimit, LicenseCheckLimit, RequestLimit, SignInLimit],
  exports: [GuessLimit, LicenseCheckLimit, RequestLimit, SignInLimit],
})
export class LimitsModule {}
