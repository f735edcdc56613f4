import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../../../access/scopes/scopes';
import { MALFORMED_PATH, unavailable } from '../../../platform/errors/errors';
import { linkNextPage } from '../../../platform/http/answers/paging';
import { Deadline } from '../../../platform/http/routes/route-decorators';
import { ApiBodyErrors, ApiErrors } from '../../../platform/openapi/api-errors';
import { WEBHOOKS } from '../../../platform/openapi/groups';
import { POST_MS } from '../../../platform/outgoing/outgoing-posts';
import { ApiWebhookId } from '../webhooks.controller';
import { WEBHOOK_NOT_FOUND } from '../webhooks.service';
import { notKept } from '../../../platform/events/event-types';
import {
  beyondCursor,
  DELIVERY_NOT_FOUND,
  DELIVERY_UNDER_WAY,
  DeliveriesService,
  ONE_OF,
  UNREADABLE_SECRETS,
  WEBHOOK_BUSY,
  WEBHOOK_OFF,
} from './deliveries.service';
import { DeliveryDto } from './dto/delivery.dto';
import { EVENT_RULE, FindDeliveriesDto, ListDeliveriesDto, STATE_RULE } from './dto/list-deliveries.dto';
import { AFTER_RULE, FAILED_RULE, ReplayDto, ReplayStateDto, SINCE_RULE } from './dto/replay.dto';

const OLDER = 'A `Link` header with rel="next" leads to older ones while more follow.';

@ApiTags(WEBHOOKS)
@Controller('api/deliveries')
export class AllDeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  /** Lists what was sent to any webhook, or waits, newest first, with each attempt: of one event, or all. */
  @Get()
  @ApiOperation({ operationId: 'findDeliveries' })
  @ApiResponse({ status: 200, type: [DeliveryDto], description: OLDER })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.', EVENT_RULE.message] })
  @RequireScope('webhooks:read')
  async list(
    @Query() query: FindDeliveriesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeliveryDto[]> {
    const { items, next } = await this.deliveries.findPage(query);
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }
}

@ApiTags(WEBHOOKS)
@Controller('api/webhooks/:id')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  /** Sends a test to a webhook, once and at once, and answers what came back. A webhook that is off can be tested too. */
  @Post('test')
  @ApiOperation({ operationId: 'testWebhook' })
  @ApiWebhookId()
  @ApiResponse({ status: 200, type: DeliveryDto, description: 'The test, with its attempt.' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [WEBHOOK_NOT_FOUND], 409: [UNREADABLE_SECRETS], 503: [unavailable()] })
  @Deadline(POST_MS + 10_000)
  @HttpCode(200)
  @RequireScope('webhooks:write')
  test(@Param('id') id: string): Promise<DeliveryDto> {
    return this.deliveries.test(id);
  }

  /** Sends events again, in the background: any number of them, with the ids that they had. */
  @Post('replay')
  @ApiOperation({ operationId: 'replayWebhook' })
  @ApiWebhookId()
  @ApiResponse({ status: 202, type: ReplayStateDto, description: 'It has begun.' })
  @ApiBodyErrors(AFTER_RULE.message, SINCE_RULE.message, FAILED_RULE.message, ONE_OF, beyondCursor(4712, 4711))
  @ApiErrors({ 404: [WEBHOOK_NOT_FOUND], 409: [WEBHOOK_BUSY], 410: [notKept(4000)] })
  @HttpCode(202)
  @RequireScope('webhooks:write')
  replay(@Param('id') id: string, @Body() body: ReplayDto): Promise<ReplayStateDto> {
    return this.deliveries.replay(id, body);
  }

  /** Lists what was sent to a webhook, or waits, newest first, with each attempt. */
  @Get('deliveries')
  @ApiOperation({ operationId: 'listDeliveries' })
  @ApiWebhookId()
  @ApiResponse({ status: 200, type: [DeliveryDto], description: OLDER })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.', STATE_RULE.message], 404: [WEBHOOK_NOT_FOUND] })
  @RequireScope('webhooks:read')
  async list(
    @Param('id') id: string,
    @Query() query: ListDeliveriesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeliveryDto[]> {
    const { items, next } = await this.deliveries.getPage(id, query);
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }

  /** Sends one delivery again, with all its tries; its earlier attempts stay. The webhook must be on. */
  @Post('deliveries/:deliveryId/retry')
  @ApiOperation({ operationId: 'retryDelivery' })
  @ApiWebhookId()
  @ApiParam({
    name: 'deliveryId',
    description: 'The record id of the delivery.',
    schema: { type: 'integer', minimum: 1, example: 1 },
  })
  @ApiErrors({
    400: [MALFORMED_PATH],
    404: [WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND],
    409: [DELIVERY_UNDER_WAY, WEBHOOK_OFF],
  })
  @HttpCode(200)
  @RequireScope('webhooks:write')
  retry(@Param('id') id: string, @Param('deliveryId') deliveryId: string): Promise<DeliveryDto> {
    return this.deliveries.retry(id, deliveryId);
  }
}
