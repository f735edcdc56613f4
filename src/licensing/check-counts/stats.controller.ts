import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequireScope } from '../../access/scopes/scopes';
import { unavailable } from '../../platform/errors/errors';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { STATISTICS } from '../../platform/openapi/groups';
import { RANGE_RULE, TOO_LONG } from '../../platform/time-ranges/counted-range';
import { BY_RULE } from '../../platform/time-ranges/dto/counted-range.dto';
import { CheckCountsDto } from './dto/check-counts.dto';
import { CountChecksDto } from './dto/count-checks.dto';
import { FindRefusalsDto, RefusalsDto } from './dto/refusals.dto';
import { KeyCountsDto } from './dto/key-counts.dto';
import { CountPlansDto, PlanCountsDto } from './dto/plan-counts.dto';
import { FindSharesDto, SharesDto } from './dto/shares.dto';
import { PID_RULE } from '../license-keys/license-key-limits';
import { RefusalsService } from './refusals.service';
import { SharesService } from './shares.service';
import { StatsService, TOO_MANY_ROWS } from './stats.service';

@ApiTags(STATISTICS)
@Controller('api/stats')
export class StatsController {
  constructor(
    private readonly stats: StatsService,
    private readonly refusals: RefusalsService,
    private readonly shares: SharesService,
    private readonly longReads: LongReads,
  ) {}

  /** Counts checks by hour or day, and by verdict. */
  @Get('checks')
  @ApiOperation({ operationId: 'countChecks' })
  @ApiResponse({
    status: 200,
    type: CheckCountsDto,
    description: 'Counts of logged checks. They stay when logs are deleted.',
  })
  @ApiErrors({ 400: [RANGE_RULE, TOO_LONG, TOO_MANY_ROWS, BY_RULE.message], 503: [unavailable()] })
  @RequireScope('logs:read')
  countChecks(@Query() query: CountChecksDto, @Res({ passthrough: true }) response: Response): Promise<CheckCountsDto> {
    return this.longReads.page(response, (isLate) => this.stats.countChecks(query, isLate));
  }

  /** Finds the customers and products behind refused checks, by reason; from the logs, newest first. */
  @Get('refusals')
  @ApiOperation({ operationId: 'findRefusals' })
  @ApiErrors({ 400: [RANGE_RULE], 503: [unavailable()] })
  @RequireScope('logs:read')
  findRefusals(@Query() query: FindRefusalsDto, @Res({ passthrough: true }) response: Response): Promise<RefusalsDto> {
    return this.longReads.page(response, (isLate) => this.refusals.find(query, isLate));
  }

  /** Counts the checks of a product's license keys by plan and by version; from the logs, newest first. */
  @Get('shares')
  @ApiOperation({ operationId: 'findShares' })
  @ApiErrors({ 400: [RANGE_RULE, PID_RULE.message], 503: [unavailable()] })
  @RequireScope('logs:read')
  findShares(@Query() query: FindSharesDto, @Res({ passthrough: true }) response: Response): Promise<SharesDto> {
    return this.longReads.page(response, (isLate) => this.shares.find(query, isLate));
  }

  /** Counts the license keys that expire soon. */
  @Get('keys')
  @ApiOperation({ operationId: 'countLicenseKeys' })
  @ApiErrors({ 503: [unavailable()] })
  @RequireScope('keys:read')
  countKeys(@Res({ passthrough: true }) response: Response): Promise<KeyCountsDto> {
    return this.longReads.page(response, () => this.stats.countKeys());
  }

  /** Counts the license keys of each plan of a product. */
  @Get('plans')
  @ApiOperation({ operationId: 'countKeysOfPlans' })
  @ApiErrors({ 400: [PID_RULE.message], 503: [unavailable()] })
  @RequireScope('keys:read')
  countKeysOfPlans(
    @Query() { pid }: CountPlansDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlanCountsDto> {
    return this.longReads.page(response, (isLate) => this.stats.countKeysOfPlans(pid, isLate));
  }
}
