import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH, unavailable } from '../../platform/errors/errors';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { LOGS } from '../../platform/openapi/groups';
import { UID_SCHEMA } from '../license-keys/license-key-limits';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { seesLicenseKeys } from '../license-keys/sees-license-keys';
import { UsageDto } from './dto/usage.dto';
import { ZONE_RULE } from '../../platform/time-ranges/dto/time-zone';
import { DAYS_RULE, UsageQueryDto } from './dto/usage-query.dto';
import { UsageService } from './usage.service';
import { ApiLicenseKeyId } from '../license-keys/api-license-key';

@ApiTags(LOGS)
@Controller('api')
export class UsageController {
  constructor(
    private readonly usage: UsageService,
    private readonly longReads: LongReads,
  ) {}

  /** Adds up the logged checks of a license key by device and day, and by address. */
  @Get('keys/:id/usage')
  @ApiOperation({ operationId: 'getLicenseKeyUsage' })
  @ApiLicenseKeyId()
  @ApiErrors({ 400: [DAYS_RULE.message, ZONE_RULE.message], 404: [LICENSE_KEY_NOT_FOUND], 503: [unavailable()] })
  @RequireScope('logs:read')
  ofKey(
    @Param('id') id: string,
    @Query() query: UsageQueryDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UsageDto> {
    const seesKeys = seesLicenseKeys(request);
    return this.longReads.page(response, (isLate) => this.usage.ofKey(id, query, { seesKeys, isLate }));
  }

  /** Adds up the logged checks of a customer's license keys by device and day, and by address. */
  @Get('customers/:uid/usage')
  @ApiOperation({ operationId: 'getCustomerUsage' })
  @ApiParam({ name: 'uid', description: 'The `uid` of the license keys.', schema: UID_SCHEMA, example: 'customer-17' })
  @ApiErrors({ 400: [DAYS_RULE.message, ZONE_RULE.message, MALFORMED_PATH], 503: [unavailable()] })
  @RequireScope('logs:read')
  ofCustomer(
    @Param('uid') uid: string,
    @Query() query: UsageQueryDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UsageDto> {
    const seesKeys = seesLicenseKeys(request);
    return this.longReads.page(response, (isLate) => this.usage.ofCustomer(uid, query, { seesKeys, isLate }));
  }
}
