import { Body, Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentCaller } from '../../access/api-keys/api-key.guard';
import { type Caller, hasScope } from '../../access/api-keys/caller';
import type { CallingActor } from '../../access/audit/actor';
import { because, REASON_RULE } from '../../access/audit/reason';
import { ApiRepeatable } from '../../access/idempotency/api-idempotency-key';
import { RequireScope } from '../../access/scopes/scopes';
import { anyOf } from '../../platform/openapi/any-of';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { LICENSE_KEYS } from '../../platform/openapi/groups';
import { LicenseKeyDto, LicenseKeyOutlineDto } from './dto/license-key.dto';
import { GRACE_RULE, ReplaceLicenseKeyDto } from './dto/replace-license-key.dto';
import { LicenseKeyReplacementService, replacedAlready } from './license-key-replacement.service';
import { LICENSE_KEY_NOT_FOUND } from './license-keys.service';
import { toLicenseKeyDto, toLicenseKeyOutlineDto } from './to-license-key-dto';

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
  @ApiParam({ name: 'id', description: 'The record id (only digits) or the license key itself.', example: '1' })
  @ApiExtraModels(LicenseKeyDto, LicenseKeyOutlineDto)
  @ApiResponse({
    status: 200,
    description: 'The key as it is now; without `key` and `uuid` for callers without the scope `keys:read`.',
    schema: anyOf(LicenseKeyDto, LicenseKeyOutlineDto),
  })
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
    return hasScope(caller, 'keys:read') ? toLicenseKeyDto(licenseKey) : toLicenseKeyOutlineDto(licenseKey);
  }
}
