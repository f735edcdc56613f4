import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../../access/scopes/scopes';
import { unavailable } from '../../platform/errors/errors';
import { linkNextPage, SHORT_PAGES } from '../../platform/http/answers/paging';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { RELEASES } from '../../platform/openapi/groups';
import { Q_RULES } from '../../platform/search-index/search-text';
import { FindReleasesDto, ProductReleaseDto } from './dto/release.dto';
import { ReleasesService } from './releases.service';

@ApiTags(RELEASES)
@Controller('api/releases')
export class AllReleasesController {
  constructor(
    private readonly releases: ReleasesService,
    private readonly longReads: LongReads,
  ) {}

  /** Finds releases of all products, the newest record first. */
  @Get()
  @ApiOperation({ operationId: 'findReleases' })
  @ApiResponse({
    status: 200,
    type: [ProductReleaseDto],
    description: `A \`Link\` header with rel="next" leads to the next page while more may follow. ${SHORT_PAGES}`,
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.', ...Q_RULES], 503: [unavailable()] })
  @RequireScope('plans:read')
  async find(
    @Query() query: FindReleasesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProductReleaseDto[]> {
    const { items, next } = await this.longReads.page(response, (isLate) => this.releases.findPage(query, isLate));
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }
}
