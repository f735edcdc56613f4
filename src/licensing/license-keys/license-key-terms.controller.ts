import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentCaller } from '../../access/api-keys/api-key.guard';
import { type Caller } from '../../access/api-keys/caller';
import type { CallingActor } from '../../access/audit/actor';
import { because, REASON_RULE } from '../../access/audit/reason';
import { ApiRepeatable } from '../../access/idempotency/api-idempotency-key';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { CODES_SCHEMA, type Metadata } from '../../platform/fields/metadata';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { LICENSE_KEYS } from '../../platform/openapi/groups';
import { LicenseKeyDto, LicenseKeyOutlineDto } from './dto/license-key.dto';
import { DURATION_RULE, FROM_RULE, RenewLicenseKeyDto } from './dto/renew-license-key.dto';
import { movedTooFar, rightsOf } from './key-rights';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import { DURATION_MISSING, LicenseKeyRenewalService, NO_END, NOT_BEGUN, TOO_LATE } from './license-key-renewal.service';
import { LICENSE_KEY_NOT_FOUND, LicenseKeysService } from './license-keys.service';
import { ApiChangedLicenseKey, ApiLicenseKeyId, shownTo } from './api-license-key';

/** A license key's entitlements and duration. */
@ApiTags(LICENSE_KEYS)
@Controller('api/keys/:id')
export class LicenseKeyTermsController {
  constructor(
    private readonly licenseKeys: LicenseKeysService,
    private readonly renewals: LicenseKeyRenewalService,
  ) {}

  /** Tells what a license key contains: its own entitlements over those of its plan. */
  @Get('entitlements')
  @ApiOperation({ operationId: 'getEntitlements' })
  @ApiLicenseKeyId()
  @ApiResponse({
    status: 200,
    description: 'Names with true, a number or a text.',
    schema: { ...CODES_SCHEMA, example: { export: true, projects: 50 } },
  })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [LICENSE_KEY_NOT_FOUND] })
  @RequireScope('keys:read')
  entitlements(@Param('id') id: string): Promise<Metadata> {
    return this.licenseKeys.entitlements(id);
  }

  /**
   * Gives a license key more time by the calendar: the duration of its plan, or another one. With the scope
   * `keys:support`, at most 31 days.
   */
  @Post('renew')
  @HttpCode(200)
  @ApiOperation({ operationId: 'renewLicenseKey' })
  @ApiRepeatable(NO_END, NOT_BEGUN)
  @ApiLicenseKeyId()
  @ApiChangedLicenseKey()
  @ApiBodyErrors(FROM_RULE.message, DURATION_RULE.message, DURATION_MISSING, TOO_LATE, REASON_RULE)
  @ApiErrors({
    403: [movedTooFar('expiresAt', LICENSE_KEY_FIELDS.expiresAt.movedByDays)],
    404: [LICENSE_KEY_NOT_FOUND],
  })
  @RequireScope('keys:support', 'keys:write')
  async renew(
    @Param('id') id: string,
    @Body() body: RenewLicenseKeyDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: CallingActor,
  ): Promise<LicenseKeyDto | LicenseKeyOutlineDto> {
    const who = because(actor, body.reason);
    const licenseKey = await this.renewals.renew(id, body, who, rightsOf(caller), idempotencyKey);
    return shownTo(caller, licenseKey);
  }
}
