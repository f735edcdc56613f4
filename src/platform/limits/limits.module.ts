import { Module } from '@nestjs/common';
import { LicenseCheckLimit } from './license-check-limit';
import { LinkPasswordLimit } from './link-password-limit';
import { PortalLimit } from './portal-limit';
import { RequestLimit } from './request-limit';
import { SharedCounts } from './shared-counts';
import { GuessLimit } from './guess-limit';
import { SignInLimit } from './sign-in-limit';
import { TrialLimit } from './trial-limit';

@Module({
  providers: [
    SharedCounts,
    GuessLimit,
    LicenseCheckLimit,
    LinkPasswordLimit,
    PortalLimit,
    RequestLimit,
    SignInLimit,
    TrialLimit,
  ],
  exports: [GuessLimit, LicenseCheckLimit, LinkPasswordLimit, PortalLimit, RequestLimit, SignInLimit, TrialLimit],
})
export class LimitsModule {}
