import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequireScope } from '../../access/scopes/scopes';
import { unavailable } from '../../platform/errors/errors';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { STATISTICS } from '../../platform/openapi/groups';
import { RANGE_RULE, TOO_LONG } from '../../platform/time-ranges/counted-range';
import { BY_RULE, CountedRangeDto } from '../../platform/time-ranges/dto/counted-range.dto';
import { VisitCountsDto } from './dto/visit-counts.dto';
import { VisitStatsService } from './visit-stats.service';

@ApiTags(STATISTICS)
@Controller('api/stats/visits')
export class VisitStatsController {
  constructor(
    private readonly stats: VisitStatsService,
    private readonly longReads: LongReads,
  ) {}

  /** Counts visits of all links by hour or day. */
  @Get()
  @ApiOperation({ operationId: 'countVisits' })
  @ApiResponse({
    status: 200,
    type: VisitCountsDto,
    description:
      'Counts of visits. They stay when links are deleted, and leave out visits from before the service counted by the hour.',
  })
  @ApiErrors({ 400: [RANGE_RULE, TOO_LONG, BY_RULE.message], 503: [unavailable()] })
  @RequireScope('links:read')
  count(@Query() query: CountedRangeDto, @Res({ passthrough: true }) response: Response): Promise<VisitCountsDto> {
    return this.longReads.page(response, (isLate) => this.stats.countVisits(query, isLate));
  }
}
