import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { CallingActor } from '../audit/actor';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { ADMINISTRATION } from '../../platform/openapi/groups';
import { LAST_ADMIN_KEY } from './admin-keys';
import { CurrentActor } from './api-key.guard';
import { API_KEY_EXPIRED, API_KEY_NOT_FOUND, API_KEY_REVOKED, ApiKeysService } from './api-keys.service';
import { ApiKeyDto, NewApiKeyDto, RotatedApiKeyDto } from './dto/api-key.dto';
import { CreateApiKeyDto } from './dto/create-api-key.dto';
import { EXPIRES_AT_RULE, GRACE_RULE, NAME_RULE, SCOPES_RULE } from './dto/field-rules';
import { ListApiKeysDto } from './dto/list-api-keys.dto';
import { RotateApiKeyDto } from './dto/rotate-api-key.dto';
import { UpdateApiKeyDto } from './dto/update-api-key.dto';
import { RequireScope } from '../scopes/scopes';

const ApiRecordId = () => ApiParam({ name: 'id', description: 'The record id of the API key.', example: '2' });

@ApiTags(ADMINISTRATION)
@Controller('api/api-keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  /** Creates an API key; its secret is shown only in this response. */
  @Post()
  @ApiOperation({ operationId: 'createApiKey' })
  @ApiBodyErrors(NAME_RULE.message, SCOPES_RULE.message, EXPIRES_AT_RULE.message)
  @RequireScope('admin')
  create(@Body() body: CreateApiKeyDto, @CurrentActor() actor: CallingActor): Promise<NewApiKeyDto> {
    return this.apiKeys.create(body, actor);
  }

  /** Lists API keys by ascending id, including revoked ones. */
  @Get()
  @ApiOperation({ operationId: 'listApiKeys' })
  @ApiResponse({
    status: 200,
    type: [ApiKeyDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.'] })
  @RequireScope('admin')
  async list(
    @Query() query: ListApiKeysDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ApiKeyDto[]> {
    const { items, next } = await this.apiKeys.getPage(query);
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }

  /** Returns one API key. */
  @Get(':id')
  @ApiOperation({ operationId: 'getApiKey' })
  @ApiRecordId()
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [API_KEY_NOT_FOUND] })
  @RequireScope('admin')
  get(@Param('id') id: string): Promise<ApiKeyDto> {
    return this.apiKeys.get(id);
  }

  /** Changes an API key's name, scopes or expiry; omitted fields keep their values. */
  @Put(':id')
  @ApiOperation({ operationId: 'updateApiKey' })
  @ApiRecordId()
  @ApiBodyErrors(NAME_RULE.message, SCOPES_RULE.message, EXPIRES_AT_RULE.message)
  @ApiErrors({ 404: [API_KEY_NOT_FOUND], 409: [API_KEY_REVOKED, LAST_ADMIN_KEY] })
  @RequireScope('admin')
  update(
    @Param('id') id: string,
    @Body() body: UpdateApiKeyDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<ApiKeyDto> {
    return this.apiKeys.update(id, body, actor);
  }

  /** Gives an API key a new secret, shown only in this response; older secrets end after the grace at the latest. */
  @Post(':id/rotate')
  @ApiOperation({ operationId: 'rotateApiKey' })
  @ApiRecordId()
  @ApiBodyErrors(GRACE_RULE.message)
  @ApiErrors({ 404: [API_KEY_NOT_FOUND], 409: [API_KEY_REVOKED, API_KEY_EXPIRED] })
  @HttpCode(200)
  @RequireScope('admin')
  rotate(
    @Param('id') id: string,
    @Body() body: RotateApiKeyDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<RotatedApiKeyDto> {
    return this.apiKeys.rotate(id, body.graceSeconds ?? 0, actor);
  }

  /** Revokes an API key and all its secrets; it stays listed. */
  @Delete(':id')
  @ApiOperation({ operationId: 'revokeApiKey' })
  @ApiRecordId()
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [API_KEY_NOT_FOUND], 409: [LAST_ADMIN_KEY] })
  @RequireScope('admin')
  revoke(@Param('id') id: string, @CurrentActor() actor: CallingActor): Promise<ApiKeyDto> {
    return this.apiKeys.revoke(id, actor);
  }
}
