import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { because, readReason, REASON_RULE } from '../../access/audit/reason';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { HotPath, TakesList } from '../../platform/http/routes/route-decorators';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { PLANS } from '../../platform/openapi/groups';
import { ApiLicenseKeyId } from '../license-keys/api-license-key';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { answerUses, ApiUses } from './api-uses';
import { MeterStandingDto } from './dto/meter-standing.dto';
import { ListUsesDto, UseOfKeyDto, UsesOfKeyDto } from './dto/use.dto';
import { UseDto } from '../uses/dto/use.dto';
import { MetersService } from './meters.service';
import { readUsesOf } from './use-request';
import { USE_NOT_FOUND, UseWithdrawalService } from './use-withdrawal.service';
import { UsesService } from './uses.service';

@ApiTags(PLANS)
@Controller('api/keys/:id')
export class KeyUsesController {
  constructor(
    private readonly uses: UsesService,
    private readonly meters: MetersService,
    private readonly withdrawals: UseWithdrawalService,
  ) {}

  /**
   * Counts a use of a license key, or up to 1000 that were made offline. If a check of the license key would not pass, the
   * answer is its verdict, and nothing is counted.
   */
  @Post('uses')
  @ApiOperation({ operationId: 'recordUsesOfLicenseKey' })
  @ApiLicenseKeyId()
  @ApiUses(UseOfKeyDto, UsesOfKeyDto)
  @HttpCode(200)
  @HotPath()
  @TakesList()
  @RequireScope('check')
  async record(@Req() request: Request<{ id: string }>, @Res() response: Response): Promise<void> {
    const sent = readUsesOf(request.params.id, request);
    answerUses(response, sent, await this.uses.use(sent.requests, request.trace));
  }

  /** Lists the accepted uses of a license key that were recorded in the last 35 days, newest first. */
  @Get('uses')
  @ApiOperation({ operationId: 'listUses' })
  @ApiLicenseKeyId()
  @ApiResponse({
    status: 200,
    type: [UseDto],
    description: 'A `Link` header with rel="next" leads to older uses while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.', MALFORMED_PATH], 404: [LICENSE_KEY_NOT_FOUND] })
  @RequireScope('keys:read')
  async list(
    @Param('id') id: string,
    @Query() query: ListUsesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UseDto[]> {
    const { items, next } = await this.uses.getPage(id, query);
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }

  /**
   * Takes back a use that should not have been counted: its meter counts it no more, in none of its periods. Its `useId`
   * stays taken. A use that was taken back before stays as it is.
   */
  @Delete('uses/:useId')
  @ApiOperation({ operationId: 'withdrawUse' })
  @ApiLicenseKeyId()
  @ApiParam({
    name: 'useId',
    description: 'What the client knows the use by.',
    example: '0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11',
  })
  @ApiQuery({ name: 'reason', required: false, description: 'Why; the audit keeps it.', example: 'The export failed' })
  @ApiResponse({ status: 200, type: UseDto, description: 'The use as it is now.' })
  @ApiErrors({ 400: [REASON_RULE, MALFORMED_PATH], 404: [LICENSE_KEY_NOT_FOUND, USE_NOT_FOUND] })
  @RequireScope('keys:support', 'keys:write')
  withdraw(
    @Param('id') id: string,
    @Param('useId') useId: string,
    @Query('reason') reason: unknown,
    @CurrentActor() actor: CallingActor,
  ): Promise<UseDto> {
    return this.withdrawals.withdraw(id, useId, because(actor, readReason(reason)));
  }

  /** Tells where the meters of a license key stand, its own and those of its plan, with the uses of the last 35 days. */
  @Get('meters')
  @ApiOperation({ operationId: 'listMeters' })
  @ApiLicenseKeyId()
  @ApiResponse({ status: 200, type: [MeterStandingDto], description: 'The meters, ordered by name.' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [LICENSE_KEY_NOT_FOUND] })
  @RequireScope('keys:read')
  standings(@Param('id') id: string): Promise<MeterStandingDto[]> {
    return this.meters.getStandings(id);
  }
}
