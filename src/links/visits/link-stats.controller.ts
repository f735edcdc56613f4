import { Readable } from 'node:stream';
import { applyDecorators, Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiParam, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH, unavailable } from '../../platform/errors/errors';
import { tooManyRequests, tooManyStreams, tooManyWrongKeys } from '../../platform/errors/too-many';
import { linkNextPage } from '../../platform/http/answers/paging';
import { CONTENT_TYPES, sendTable } from '../../platform/http/answers/table-file';
import { Deadline } from '../../platform/http/routes/route-decorators';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { STATISTICS } from '../../platform/openapi/groups';
import { RANGE_RULE } from '../../platform/time-ranges/counted-range';
import { ZONE_RULE } from '../../platform/time-ranges/dto/time-zone';
import { FORMAT_RULE } from '../../platform/validation/table-file.dto';
import { LINK_NOT_FOUND, LinksService } from '../links.service';
import type { StatsBy } from './dimensions';
import {
  AllLinksStatsDto,
  CountedVisitsDto,
  type LinkStatsDto,
  OneLinkStatsDto,
  STATS_BY_RULE,
} from './dto/link-stats.dto';
import { AFTER_RULE, LiveVisitDto, LiveVisitsDto, WAIT_MAX_S, WAIT_RULE } from './dto/live-visits.dto';
import { LinkStatsService, STATS_TOO_LONG } from './link-stats.service';
import { LiveVisits, MOST_OF_ONE, WAITING } from './live-visits';

const COLUMNS = ['value', 'visits', 'visitors'];
const columnsBy = (by: StatsBy = 'day') => (by === 'day' || by === 'hour' ? [...COLUMNS, 'bots'] : COLUMNS);
const RULES = [RANGE_RULE, STATS_TOO_LONG, STATS_BY_RULE.message, ZONE_RULE.message, FORMAT_RULE.message];

const ApiStats = () =>
  applyDecorators(
    ApiExtraModels(CountedVisitsDto),
    ApiResponse({
      status: 200,
      description:
        'Days and hours in their order, without empty ones; values by their visits, the most first. A table if `format` or the `Accept` header asks for one.',
      content: {
        'application/json': { schema: { type: 'array', items: { $ref: getSchemaPath(CountedVisitsDto) } } },
        [CONTENT_TYPES.csv]: { schema: { type: 'string', example: 'value,visits,visitors\nFirefox,10,4\n' } },
        [CONTENT_TYPES.ndjson]: { schema: { $ref: getSchemaPath(CountedVisitsDto) } },
      },
    }),
  );

@ApiTags(STATISTICS)
@Controller('api')
export class LinkStatsController {
  constructor(
    private readonly links: LinksService,
    private readonly stats: LinkStatsService,
    private readonly live: LiveVisits,
    private readonly longReads: LongReads,
  ) {}

  /** Counts a link's visits by time, or by what is known of them. */
  @Get('link/:id/stats')
  @ApiOperation({ operationId: 'getLinkStats' })
  @ApiParam({ name: 'id', description: 'The name or the URL of the link.', example: 'spring-sale' })
  @ApiStats()
  @ApiErrors({ 400: [...RULES, MALFORMED_PATH], 404: [LINK_NOT_FOUND], 503: [unavailable()] })
  @RequireScope('links:read')
  async ofLink(
    @Param('id') nameOrUrl: string,
    @Query() query: OneLinkStatsDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { id } = await this.links.get(nameOrUrl, query.domain);
    const counted = await this.longReads.page(response, (isLate) => this.stats.ofLink(id, query, isLate));
    return send(request, response, counted, query);
  }

  /** Shows a link's visits as they come, without address and User-Agent: for a live view. They are gone once they are counted, after some seconds. */
  @Get('link/:id/visits')
  @ApiOperation({ operationId: 'watchVisits' })
  @ApiParam({ name: 'id', description: 'The name or the URL of the link.', example: 'spring-sale' })
  @ApiResponse({
    status: 200,
    type: [LiveVisitDto],
    description:
      'The newest last; empty if there was none within `wait` seconds. A `Link` header with rel="next" leads on. Of very many at a time, some are left out, as are those of services with `VISIT_STATS=off`.',
  })
  @ApiErrors({
    400: [AFTER_RULE.message, WAIT_RULE.message, MALFORMED_PATH],
    404: [LINK_NOT_FOUND],
    429: [tooManyWrongKeys(60), tooManyRequests(60), tooManyStreams(MOST_OF_ONE, WAITING)],
    503: [unavailable()],
  })
  @Deadline((WAIT_MAX_S + 5) * 1000)
  @RequireScope('links:read')
  async watch(
    @Param('id') nameOrUrl: string,
    @Query() { after = 0, wait = 0, domain }: LiveVisitsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<readonly LiveVisitDto[]> {
    const { id } = await this.links.get(nameOrUrl, domain);
    const { visits, upTo } = await this.live.find(id, after, wait * 1000, request, response);
    linkNextPage(request, response, { after: upTo });
    return visits;
  }

  /** Counts the visits of all links, or of those with a tag. */
  @Get('stats/links')
  @ApiOperation({ operationId: 'getStatsOfLinks' })
  @ApiStats()
  @ApiErrors({ 400: RULES, 503: [unavailable()] })
  @RequireScope('links:read')
  async ofAll(@Query() query: AllLinksStatsDto, @Req() request: Request, @Res() response: Response): Promise<void> {
    const counted = await this.longReads.page(response, (isLate) => this.stats.ofAll(query, isLate));
    return send(request, response, counted, query);
  }
}

async function send(
  request: Request,
  response: Response,
  counted: CountedVisitsDto[],
  { by, format }: LinkStatsDto,
): Promise<void> {
  const wanted = request.accepts(['application/json', ...Object.values(CONTENT_TYPES)]);
  response.vary('Accept');
  if (format === undefined && (wanted === 'application/json' || wanted === false)) response.json(counted);
  else
    await sendTable(
      request,
      response,
      { name: 'visits', columns: columnsBy(by), pages: Readable.from([counted]) },
      format,
    );
}
