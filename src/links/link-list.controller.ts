import { Body, Controller, Get, Headers, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../access/api-keys/api-key.guard';
import { RequireScope } from '../access/scopes/scopes';
import type { CallingActor } from '../access/audit/actor';
import { ApiRepeatable } from '../access/idempotency/api-idempotency-key';
import { bodyTooLarge, unavailable, unsupportedMediaType } from '../platform/errors/errors';
import { sendJsonArray } from '../platform/http/answers/json-array';
import { afterPlace, linkNextPage, SHORT_PAGES } from '../platform/http/answers/paging';
import { Q_RULES } from '../platform/search-index/search-text';
import { LongReads } from '../platform/long-reads/long-reads';
import { ApiErrors } from '../platform/openapi/api-errors';
import { LINKS } from '../platform/openapi/groups';
import { rulesOf } from '../platform/fields/rules';
import { Settings } from '../platform/settings/settings';
import { CreateShortLinkDto, URL_MISSING } from './dto/create-short-link.dto';
import { LinkDto } from './dto/link.dto';
import { ListLinksDto } from './dto/list-links.dto';
import { LINK_FIELDS } from './link-fields';
import { LinkCreationService, nameTaken } from './link-creation.service';
import { LinksService } from './links.service';
import { reservedName } from './link-name';
import { ownAddress } from './own-address';

@ApiTags(LINKS)
@Controller('api/links')
export class LinkListController {
  constructor(
    private readonly links: LinksService,
    private readonly creation: LinkCreationService,
    private readonly longReads: LongReads,
    private readonly settings: Settings,
  ) {}

  /** Creates a link, under a random name if none is given. */
  @Post()
  @ApiOperation({ operationId: 'createLink' })
  @ApiRepeatable(nameTaken('spring-sale'))
  @ApiResponse({
    status: 200,
    type: LinkDto,
    description:
      'A link that has the name, the URL and the limits already, or that an earlier request with this Idempotency-Key created.',
  })
  @ApiResponse({ status: 201, type: LinkDto, description: 'The new link.' })
  @ApiErrors({
    400: [reservedName('api'), URL_MISSING.message, ...rulesOf(LINK_FIELDS, 'create', ['maxVisits'])],
    413: [bodyTooLarge()],
    415: [unsupportedMediaType()],
  })
  @RequireScope('links:write')
  async create(
    @Body() body: CreateShortLinkDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LinkDto> {
    const own = ownAddress(this.settings, request);
    const { link, created } = await this.creation.create(body, actor, own, idempotencyKey);
    response.status(created ? 201 : 200);
    return link;
  }

  /** Lists links by ascending id or in another order; without parameters, all of them. */
  @Get()
  @ApiOperation({ operationId: 'listLinks' })
  @ApiResponse({
    status: 200,
    type: [LinkDto],
    description: `With \`limit\`, a \`Link\` header with rel="next" leads to the next page while more may follow. ${SHORT_PAGES}`,
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.', ...Q_RULES], 503: [unavailable()] })
  @RequireScope('links:read')
  async list(@Query() query: ListLinksDto, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit } = query;
    if (limit === undefined) {
      return this.longReads.stream(response, () => sendJsonArray(response, this.links.pages(query)));
    }
    const { items, next } = await this.longReads.page(response, (isLate) => this.links.getPage(query, limit, isLate));
    if (next) linkNextPage(request, response, afterPlace(next));
    response.json(items);
  }
}
