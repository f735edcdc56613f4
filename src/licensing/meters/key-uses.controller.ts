import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
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
import { UsesService } from './uses.service';

@ApiTags(PLANS)
@Controller('api/keys/:id')
export class KeyUsesController {
  constructor(
    private readonly uses: UsesService,
    private readonly meters: MetersService,
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
    answerUses(response, sent, await this.uses.use(sent.requests));
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
