import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiParam, ApiResponse } from '@nestjs/swagger';
import { type Caller, hasScope } from '../../access/api-keys/caller';
import { anyOf } from '../../platform/openapi/any-of';
import { LicenseKeyDto, LicenseKeyOutlineDto } from './dto/license-key.dto';
import type { LicenseKey } from './license-key.entity';
import { toLicenseKeyDto, toLicenseKeyOutlineDto } from './to-license-key-dto';

/** Documents how paths name a license key. */
export const ApiLicenseKeyId = () =>
  ApiParam({ name: 'id', description: 'The record id (only digits) or the license key itself.', example: '1' });

/** Documents what `shownTo` answers. */
export const ApiChangedLicenseKey = (): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(LicenseKeyDto, LicenseKeyOutlineDto),
    ApiResponse({
      status: 200,
      description: 'The key as it is now; without `key` and `uuid` for callers without the scope `keys:read`.',
      schema: anyOf(LicenseKeyDto, LicenseKeyOutlineDto),
    }),
  );

/** A changed license key, also for callers who may change it without seeing it. */
export const shownTo = (caller: Caller, licenseKey: LicenseKey): LicenseKeyDto | LicenseKeyOutlineDto =>
  hasScope(caller, 'keys:read') ? toLicenseKeyDto(licenseKey) : toLicenseKeyOutlineDto(licenseKey);
