import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { rulesOf } from '../../platform/fields/rules';
import { linkNextPage } from '../../platform/http/answers/paging';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { SALES } from '../../platform/openapi/groups';
import { Conditional, ReadIfMatch, Tagged } from '../../platform/preconditions/conditional';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { NO_SECRET_KEY } from '../../signing/secret-key';
import {
  CreateSourceDto,
  ListSourcesDto,
  SECRETS_RULE,
  SourceDto,
  TOKEN_RULE,
  TYPE_RULE,
  UpdateSourceDto,
} from './dto/source.dto';
import { SOURCE_FIELDS } from './source-fields';
import { SOURCE_NOT_FOUND, SOURCE_USED, TOO_MANY_SOURCES } from './source-problems';
import { SourcesService, URL_RULE } from './sources.service';
import { SOURCE_TAGS } from './to-source-dto';

export const ApiSourceId = () =>
  ApiParam({
    name: 'id',
    description: 'The record id of the source.',
    schema: { type: 'integer', minimum: 1, example: 1 },
  });

const RULES = [SECRETS_RULE.message, TOKEN_RULE.message, URL_RULE];

@ApiTags(SALES)
@Controller('api/sources')
export class SourcesController {
  constructor(private readonly sources: SourcesService) {}

  /** Connects a shop: what it sells from now on becomes license keys, as its mappings say. */
  @Post()
  @ApiOperation({ operationId: 'createSource' })
  @ApiResponse({ status: 201, type: SourceDto, description: 'The new source; the shop sends its messages to `path`.' })
  @ApiBodyErrors(TYPE_RULE.message, ...RULES, ...rulesOf(SOURCE_FIELDS, 'create', ['name', 'active']))
  @ApiErrors({ 409: [TOO_MANY_SOURCES, NO_SECRET_KEY] })
  @RequireScope('sales:write')
  create(@Body() body: CreateSourceDto, @CurrentActor() actor: CallingActor): Promise<SourceDto> {
    return this.sources.create(body, actor);
  }

  /** Lists sources by ascending id. */
  @Get()
  @ApiOperation({ operationId: 'listSources' })
  @ApiResponse({
    status: 200,
    type: [SourceDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.'] })
  @RequireScope('sales:read')
  async list(
    @Query() query: ListSourcesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SourceDto[]> {
    const { items, next } = await this.sources.getPage(query);
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }

  /** Fetches one source. */
  @Get(':id')
  @ApiOperation({ operationId: 'getSource' })
  @ApiSourceId()
  @Tagged(SOURCE_TAGS, SourceDto)
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [SOURCE_NOT_FOUND] })
  @RequireScope('sales:read')
  get(@Param('id') id: string): Promise<SourceDto> {
    return this.sources.get(id);
  }

  /** Changes the given fields. With other secrets or another token, what waited or was refused is done again. */
  @Put(':id')
  @ApiOperation({ operationId: 'updateSource' })
  @ApiSourceId()
  @ApiBodyErrors(...RULES, ...rulesOf(SOURCE_FIELDS, 'update', ['name', 'active']))
  @ApiErrors({ 404: [SOURCE_NOT_FOUND], 409: [NO_SECRET_KEY] })
  @Conditional()
  @RequireScope('sales:write')
  update(
    @Param('id') id: string,
    @Body() body: UpdateSourceDto,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<SourceDto> {
    return this.sources.update(id, body, actor, ifMatch);
  }

  /** Deletes a source that has no orders, with its mappings and what it sent, and returns it as it was. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteSource' })
  @ApiSourceId()
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [SOURCE_NOT_FOUND], 409: [SOURCE_USED] })
  @Conditional()
  @RequireScope('sales:write')
  delete(
    @Param('id') id: string,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<SourceDto> {
    return this.sources.delete(id, actor, ifMatch);
  }
}
