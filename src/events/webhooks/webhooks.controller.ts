import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import { hasScope } from '../../access/api-keys/caller';
import type { CallingActor } from '../../access/audit/actor';
import { GRACE_RULE } from '../../access/api-keys/dto/field-rules';
import { RequireScope } from '../../access/scopes/scopes';
import { beyondScope, foreignOrigin, MALFORMED_PATH, missingScope } from '../../platform/errors/errors';
import { unknownType } from '../../platform/events/event-types';
import { rulesOf } from '../../platform/fields/rules';
import { linkNextPage } from '../../platform/http/answers/paging';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { WEBHOOKS } from '../../platform/openapi/groups';
import { Conditional, ReadIfMatch, Tagged } from '../../platform/preconditions/conditional';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { NO_SECRET_KEY } from '../../signing/secret-key';
import { CreateWebhookDto } from './dto/create-webhook.dto';
import { ListWebhooksDto } from './dto/list-webhooks.dto';
import { RotateWebhookDto } from './dto/rotate-webhook.dto';
import { UpdateWebhookDto } from './dto/update-webhook.dto';
import { NewWebhookDto, WebhookDto } from './dto/webhook.dto';
import { KEYS_RULE, PID_RULE, TYPES_RULE } from './dto/webhook-rules';
import { WEBHOOK_TAGS } from './to-webhook-dto';
import { WEBHOOK_FIELDS } from './webhook-fields';
import { HEADERS_RULE } from './webhook-headers';
import { FULL_KEYS, TOO_MANY_WEBHOOKS, WEBHOOK_NOT_FOUND, WebhooksService } from './webhooks.service';

export const ApiWebhookId = () =>
  ApiParam({
    name: 'id',
    description: 'The record id of the webhook.',
    schema: { type: 'integer', minimum: 1, example: 1 },
  });

const URL_RULE = 'url must begin with https://; http:// is only for a loopback address that WEBHOOK_NETWORKS allows.';
const TYPES_RULES = [TYPES_RULE.message, unknownType('key.created')];
const RULES = [URL_RULE, ...TYPES_RULES, PID_RULE.message, KEYS_RULE.message, HEADERS_RULE];

@ApiTags(WEBHOOKS)
@Controller('api/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /** Sends what happens from now on to an address; the secret that verifies it is shown only in this response. */
  @Post()
  @ApiOperation({ operationId: 'createWebhook' })
  @ApiResponse({ status: 201, type: NewWebhookDto, description: 'The new webhook.' })
  @ApiBodyErrors(...RULES, ...rulesOf(WEBHOOK_FIELDS, 'create', ['url', 'description', 'active']))
  @ApiErrors({ 409: [TOO_MANY_WEBHOOKS, NO_SECRET_KEY] })
  @MayNeedKeys()
  create(
    @Body() body: CreateWebhookDto,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
  ): Promise<NewWebhookDto> {
    return this.webhooks.create(body, { actor, seesKeys: seesKeys(request) });
  }

  /** Lists webhooks by ascending id. */
  @Get()
  @ApiOperation({ operationId: 'listWebhooks' })
  @ApiResponse({
    status: 200,
    type: [WebhookDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.'] })
  @RequireScope('webhooks:read')
  async list(
    @Query() query: ListWebhooksDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookDto[]> {
    const { items, next } = await this.webhooks.getPage(query);
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }

  /** Fetches one webhook. */
  @Get(':id')
  @ApiOperation({ operationId: 'getWebhook' })
  @ApiWebhookId()
  @Tagged(WEBHOOK_TAGS, WebhookDto)
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [WEBHOOK_NOT_FOUND] })
  @RequireScope('webhooks:read')
  get(@Param('id') id: string): Promise<WebhookDto> {
    return this.webhooks.get(id);
  }

  /** Changes the given fields. */
  @Put(':id')
  @ApiOperation({ operationId: 'updateWebhook' })
  @ApiWebhookId()
  @ApiBodyErrors(...RULES, ...rulesOf(WEBHOOK_FIELDS, 'update', ['url', 'description', 'active']))
  @ApiErrors({ 404: [WEBHOOK_NOT_FOUND], 409: [NO_SECRET_KEY] })
  @Conditional()
  @MayNeedKeys()
  update(
    @Param('id') id: string,
    @Body() body: UpdateWebhookDto,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
    @Req() request: Request,
  ): Promise<WebhookDto> {
    return this.webhooks.update(id, body, { actor, seesKeys: seesKeys(request) }, ifMatch);
  }

  /** Deletes a webhook, with all that was sent or waits, and returns it as it was. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteWebhook' })
  @ApiWebhookId()
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [WEBHOOK_NOT_FOUND] })
  @Conditional()
  @RequireScope('webhooks:write')
  delete(
    @Param('id') id: string,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<WebhookDto> {
    return this.webhooks.delete(id, actor, ifMatch);
  }

  /** Gives a webhook a new secret, shown only in this response; the previous one signs too until the grace ends. */
  @Post(':id/rotate')
  @ApiOperation({ operationId: 'rotateWebhook' })
  @ApiWebhookId()
  @ApiResponse({ status: 200, type: NewWebhookDto, description: 'The webhook with its new secret.' })
  @ApiBodyErrors(GRACE_RULE.message)
  @ApiErrors({ 404: [WEBHOOK_NOT_FOUND], 409: [NO_SECRET_KEY] })
  @HttpCode(200)
  @RequireScope('webhooks:write')
  rotate(
    @Param('id') id: string,
    @Body() { graceSeconds }: RotateWebhookDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<NewWebhookDto> {
    return this.webhooks.rotate(id, graceSeconds, actor);
  }
}

const seesKeys = ({ caller }: Request): boolean => caller !== undefined && hasScope(caller, 'keys:read');

/** `webhooks:write`; with license keys in full also `keys:read`. */
function MayNeedKeys(): MethodDecorator {
  return (target, name, method) => {
    RequireScope('webhooks:write')(target, name, method);
    ApiErrors({
      403: [missingScope('webhooks:write'), foreignOrigin('https://go.example.com'), beyondScope(FULL_KEYS)],
    })(target, name, method);
  };
}
