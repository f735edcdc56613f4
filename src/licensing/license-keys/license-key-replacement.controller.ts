import { Body, Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentCaller } from '../../access/api-keys/api-key.guard';
import { type Caller } from '../../access/api-keys/caller';
import type { CallingActor } from '../../access/audit/actor';
import { because, REASON_RULE } from '../../access/audit/reason';
import { ApiRepeatable } from '../../access/idempotency/api-idempotency-key';
import { RequireScope } from '../../access/scopes/scopes';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { LICENSE_KEYS } from '../../platform/openapi/groups';
import { LicenseKeyDto, LicenseKeyOutlineDto } from './dto/license-key.dto';
import { GRACE_RULE, ReplaceLicenseKeyDto } from './dto/replace-license-key.dto';
import { LicenseKeyReplacementService, replacedAlready } from './license-key-replacement.service';
import { LICENSE_KEY_NOT_FOUND } from './license-keys.service';
import { ApiChangedLicenseKey, ApiLicenseKeyId, shownTo } from './api-license-key';

@ApiTags(LICENSE_KEYS)
@Controller('api/keys/:id/replace')
export class LicenseKeyReplacementController {
  constructor(private readonly replacements: LicenseKeyReplacementService) {}

  /**
   * Gives a license key a new value, for instance because the old one leaked. The record stays: its expiry, devices
   * and logs. The former key passes for `graceSeconds` more, then it is answered NOT FOUND, and logged as KEY REPLACED.
   * If the path has the key itself rather than the record id, a request sent twice replaces once.
   */
  @Post()
  @HttpCode(200)
  @ApiOperation({ operationId: 'replaceLicenseKey' })
  @ApiRepeatable(replacedAlready({ keyId: 2, replacedAt: 1767225600000 }))
  @ApiLicenseKeyId()
  @ApiChangedLicenseKey()
  @ApiBodyErrors(GRACE_RULE.message, REASON_RULE)
  @ApiErrors({ 404: [LICENSE_KEY_NOT_FOUND] })
  @RequireScope('keys:support', 'keys:write')
  async replace(
    @Param('id') id: string,
    @Body() { graceSeconds = 0, reason }: ReplaceLicenseKeyDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: CallingActor,
  ): Promise<LicenseKeyDto | LicenseKeyOutlineDto> {
    const who = because(actor, reason);
    const licenseKey =
      idempotencyKey === undefined
        ? await this.replacements.replace(id, graceSeconds, who)
        : await this.replacements.replaceOnce(id, graceSeconds, who, idempotencyKey);
    return shownTo(caller, licenseKey);
  }
}
