import { Module } from '@nestjs/common';
import { LicenseCheckLimit } from './license-check-limit';
import { PortalLimit } from './portal-limit';
import { RequestLimit } from './request-limit';
import { SharedCounts } from './shared-counts';
import { GuessLimit } from './guess-limit';
import { SignInLimit } from './sign-in-limit';
import { TrialLimit } from './trial-limit';

@Module({
  providers: [SharedCounts, GuessLimit, LicenseCheckLimit, PortalLimit, RequestLimit, SignInLimit, TrialLimit],
  exports: [GuessLimit, LicenseCheckLimit, PortalLimit, RequestLimit, SignInLimit, TrialLimit],
})
export class LimitsModule {}
