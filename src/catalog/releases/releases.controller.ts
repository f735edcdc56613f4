import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { ApiRepeatable } from '../../access/idempotency/api-idempotency-key';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { ruleOf, rulesOf } from '../../platform/fields/rules';
import { linkNextPage } from '../../platform/http/answers/paging';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { RELEASES } from '../../platform/openapi/groups';
import { Conditional, ReadIfMatch, Tagged } from '../../platform/preconditions/conditional';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { recordIdIn } from '../../platform/validation/record-id';
import { ApiPid, PID_RULE, pidIn, readPid } from '../products/api-pid';
import { CreateReleaseDto, ListReleasesDto, ProductReleaseDto, UpdateReleaseDto } from './dto/release.dto';
import { RELEASE_FIELDS } from './release-fields';
import { PACKAGE_RULE, RELEASE_NOT_FOUND, RELEASE_TAGS, releaseExists, ReleasesService } from './releases.service';

const ApiReleaseId = () =>
  ApiParam({
    name: 'id',
    description: 'The record id of the release.',
    schema: { type: 'integer', minimum: 1, example: 1 },
  });

@ApiTags(RELEASES)
@Controller('api/products/:pid/releases')
export class ReleasesController {
  constructor(private readonly releases: ReleasesService) {}

  /**
   * Registers what was or will be released of a product, which needs no record: one file of a version, for a platform or
   * for any. The file stays where `url` says.
   */
  @Post()
  @ApiOperation({ operationId: 'createRelease' })
  @ApiRepeatable(releaseExists({ product: 6, version: '2.1.0', platform: 'any' }))
  @ApiPid()
  @ApiResponse({ status: 201, type: ProductReleaseDto, description: 'The new release.' })
  @ApiResponse({ status: 200, type: ProductReleaseDto, description: 'The release that an earlier request created.' })
  @ApiBodyErrors(
    ...rulesOf(RELEASE_FIELDS, 'create', ['version', 'platform', 'channel', 'releasedAt', 'url', 'sha256', 'notes']),
    PACKAGE_RULE,
    PID_RULE.message,
  )
  @RequireScope('plans:write')
  async create(
    @Param('pid') pid: string,
    @Body() body: CreateReleaseDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CurrentActor() actor: CallingActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProductReleaseDto> {
    const { release, created } = await this.releases.create(readPid(pid), body, actor, idempotencyKey);
    response.status(created ? 201 : 200);
    return release;
  }

  /** Lists the releases of a product, the newest record first. */
  @Get()
  @ApiOperation({ operationId: 'listReleases' })
  @ApiPid()
  @ApiResponse({
    status: 200,
    type: [ProductReleaseDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({
    400: [
      'limit must be an integer from 1 to 1000.',
      ruleOf('channel', RELEASE_FIELDS.channel, 'create'),
      PID_RULE.message,
    ],
  })
  @RequireScope('plans:read')
  async list(
    @Param('pid') pid: string,
    @Query() query: ListReleasesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProductReleaseDto[]> {
    const { items, next } = await this.releases.getPage(readPid(pid), query);
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }

  /** Fetches one release. */
  @Get(':id')
  @ApiOperation({ operationId: 'getRelease' })
  @ApiPid()
  @ApiReleaseId()
  @Tagged(RELEASE_TAGS, ProductReleaseDto)
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [RELEASE_NOT_FOUND] })
  @RequireScope('plans:read')
  get(@Param('pid') pid: string, @Param('id') id: string): Promise<ProductReleaseDto> {
    return this.releases.get(...named(pid, id));
  }

  /** Changes the given fields. License keys are judged by a new `releasedAt` from their next check on. */
  @Put(':id')
  @ApiOperation({ operationId: 'updateRelease' })
  @ApiPid()
  @ApiReleaseId()
  @ApiBodyErrors(
    ...rulesOf(RELEASE_FIELDS, 'update', ['channel', 'releasedAt', 'url', 'sha256', 'notes']),
    PACKAGE_RULE,
  )
  @ApiErrors({ 404: [RELEASE_NOT_FOUND] })
  @Conditional()
  @RequireScope('plans:write')
  update(
    @Param('pid') pid: string,
    @Param('id') id: string,
    @Body() body: UpdateReleaseDto,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<ProductReleaseDto> {
    return this.releases.update(...named(pid, id), body, actor, ifMatch);
  }

  /** Deletes the record and returns it as it was: nobody is offered it, and its version is one that isn't registered. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteRelease' })
  @ApiPid()
  @ApiReleaseId()
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [RELEASE_NOT_FOUND] })
  @Conditional()
  @RequireScope('plans:write')
  delete(
    @Param('pid') pid: string,
    @Param('id') id: string,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<ProductReleaseDto> {
    return this.releases.delete(...named(pid, id), actor, ifMatch);
  }
}

/** Invalid pids and record ids have no release. */
const named = (pid: string, id: string): [product: number, id: number] => [pidIn(pid) ?? -1, recordIdIn(id) ?? -1];
