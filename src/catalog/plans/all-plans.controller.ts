import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../../access/scopes/scopes';
import { unavailable } from '../../platform/errors/errors';
import { linkNextPage, SHORT_PAGES } from '../../platform/http/answers/paging';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { PLANS } from '../../platform/openapi/groups';
import { Q_RULES } from '../../platform/search-index/search-text';
import { FindPlansDto, PlanDto } from './dto/plan.dto';
import { PlansService } from './plans.service';

@ApiTags(PLANS)
@Controller('api/plans')
export class AllPlansController {
  constructor(
    private readonly plans: PlansService,
    private readonly longReads: LongReads,
  ) {}

  /** Finds plans of all products, in the order of their creation. */
  @Get()
  @ApiOperation({ operationId: 'findPlans' })
  @ApiResponse({
    status: 200,
    type: [PlanDto],
    description: `A \`Link\` header with rel="next" leads to the next page while more may follow. ${SHORT_PAGES}`,
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.', ...Q_RULES], 503: [unavailable()] })
  @RequireScope('plans:read')
  async find(
    @Query() query: FindPlansDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlanDto[]> {
    const { items, next } = await this.longReads.page(response, (isLate) => this.plans.findPage(query, isLate));
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }
}
