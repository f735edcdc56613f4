import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { Public, RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH, notFound } from '../../platform/errors/errors';
import { rulesOf } from '../../platform/fields/rules';
import { linkNextPage } from '../../platform/http/answers/paging';
import { HotPath } from '../../platform/http/routes/route-decorators';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { LINKS } from '../../platform/openapi/groups';
import { Conditional, ReadIfMatch, Tagged } from '../../platform/preconditions/conditional';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { DOMAIN_FIELDS } from './domain-fields';
import { DomainHosts } from './domain-hosts';
import {
  DOMAIN_NOT_FOUND,
  DOMAIN_TAGS,
  domainExists,
  DomainsService,
  domainUsed,
  OWN_HOST,
  ownTarget,
  TOO_MANY_DOMAINS,
} from './domains.service';
import { CreateDomainDto, DomainDto, ListDomainsDto, UpdateDomainDto } from './dto/domain.dto';
import { HOST_RULES } from './host-name';

const ApiHost = () => ApiParam({ name: 'host', description: 'The host of the domain.', example: 'go.example.com' });

const HOST_MESSAGES = Object.values(HOST_RULES).map((rule) => `host ${rule}`);

/** A domain replaces everything else that is served on its host, so changes need `admin`. */
@ApiTags(LINKS)
@Controller('api/domains')
export class DomainsController {
  constructor(
    private readonly domains: DomainsService,
    private readonly hosts: DomainHosts,
  ) {}

  /** Gives a host links of its own. Nothing else of the service answers there from then on. */
  @Post()
  @ApiOperation({ operationId: 'createDomain' })
  @ApiResponse({ status: 201, type: DomainDto, description: 'The new domain.' })
  @ApiBodyErrors(...rulesOf(DOMAIN_FIELDS, 'create', ['host', 'rootUrl']), ...HOST_MESSAGES, OWN_HOST)
  @ApiErrors({ 409: [domainExists('go.example.com'), TOO_MANY_DOMAINS] })
  @RequireScope('admin')
  create(
    @Body() body: CreateDomainDto,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
  ): Promise<DomainDto> {
    return this.domains.create(body, actor, request.headers.host);
  }

  /** Lists domains in the order of their creation. */
  @Get()
  @ApiOperation({ operationId: 'listDomains' })
  @ApiResponse({
    status: 200,
    type: [DomainDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.'] })
  @RequireScope('links:read')
  async list(
    @Query() query: ListDomainsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DomainDto[]> {
    const { items, next } = await this.domains.getPage(query);
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }

  /** Whether links answer on a host: for proxies that get certificates on demand, such as Caddy's `on_demand_tls`. */
  @Get('ask')
  @ApiOperation({ operationId: 'askForDomain' })
  @ApiQuery({ name: 'domain', type: String, description: 'The host.', example: 'go.example.com' })
  @ApiResponse({
    status: 200,
    description: 'It is a domain, or the host of `PUBLIC_URL` or `PORTAL_URL`. The body is empty.',
  })
  @ApiErrors({ 404: [DOMAIN_NOT_FOUND] })
  @HotPath()
  @Public()
  ask(@Query('domain') domain: unknown): void {
    if (typeof domain !== 'string' || !this.hosts.isAnswering(domain)) throw notFound(DOMAIN_NOT_FOUND);
  }

  /** Fetches one domain. */
  @Get(':host')
  @ApiOperation({ operationId: 'getDomain' })
  @ApiHost()
  @Tagged(DOMAIN_TAGS, DomainDto)
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [DOMAIN_NOT_FOUND] })
  @RequireScope('links:read')
  get(@Param('host') host: string): Promise<DomainDto> {
    return this.domains.get(host);
  }

  /** Changes where the bare domain and unknown addresses lead. */
  @Put(':host')
  @ApiOperation({ operationId: 'updateDomain' })
  @ApiHost()
  @ApiBodyErrors(...rulesOf(DOMAIN_FIELDS, 'update', ['rootUrl', 'notFoundUrl']), ownTarget('rootUrl'))
  @ApiErrors({ 404: [DOMAIN_NOT_FOUND] })
  @Conditional()
  @RequireScope('admin')
  update(
    @Param('host') host: string,
    @Body() body: UpdateDomainDto,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<DomainDto> {
    return this.domains.update(host, body, actor, ifMatch);
  }

  /** Deletes a domain without links and returns it as it was; then its host is the service's again. */
  @Delete(':host')
  @ApiOperation({ operationId: 'deleteDomain' })
  @ApiHost()
  @ApiErrors({
    400: [MALFORMED_PATH],
    404: [DOMAIN_NOT_FOUND],
    409: [domainUsed('go.example.com')],
  })
  @Conditional()
  @RequireScope('admin')
  delete(
    @Param('host') host: string,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<DomainDto> {
    return this.domains.delete(host, actor, ifMatch);
  }
}
