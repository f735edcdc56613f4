import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { SALES } from '../../platform/openapi/groups';
import { ApiSourceId } from '../sources/sources.controller';
import { SOURCE_NOT_FOUND } from '../sources/source-problems';
import {
  BEFORE_RULE,
  InboxMessageDto,
  ListInboxDto,
  ORDER_RULE,
  RetryInboxMessageDto,
  STATE_RULE,
  TRUST_RULE,
  WholeInboxMessageDto,
} from './dto/inbox-message.dto';
import { BODY_GONE, InboxService, MESSAGE_NOT_FOUND } from './inbox.service';

const ApiMessageId = () =>
  ApiParam({
    name: 'message',
    description: 'The record id of the message.',
    schema: { type: 'integer', minimum: 1, example: 1 },
  });

@ApiTags(SALES)
@Controller('api/sources/:id/inbox')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  /** Lists what a shop sent, or said when it was asked, the newest first. */
  @Get()
  @ApiOperation({ operationId: 'listInbox' })
  @ApiSourceId()
  @ApiResponse({
    status: 200,
    type: [InboxMessageDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({
    400: ['limit must be an integer from 1 to 1000.', STATE_RULE.message, ORDER_RULE, BEFORE_RULE],
    404: [SOURCE_NOT_FOUND],
  })
  @RequireScope('sales:read')
  async list(
    @Param('id') id: string,
    @Query() query: ListInboxDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<InboxMessageDto[]> {
    const { items, next } = await this.inbox.getPage(id, query);
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }

  /** Fetches one message with what it says. */
  @Get(':message')
  @ApiOperation({ operationId: 'getInboxMessage' })
  @ApiSourceId()
  @ApiMessageId()
  @ApiResponse({ status: 200, type: WholeInboxMessageDto, description: 'The message.' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [MESSAGE_NOT_FOUND] })
  @RequireScope('sales:read')
  get(@Param('id') id: string, @Param('message') message: string): Promise<WholeInboxMessageDto> {
    return this.inbox.get(id, message);
  }

  /** Does a message again, also one that is done: nothing is made twice. */
  @Post(':message/retry')
  @ApiOperation({ operationId: 'retryInboxMessage' })
  @ApiSourceId()
  @ApiMessageId()
  @ApiResponse({ status: 200, type: InboxMessageDto, description: 'The message, which is about to be done.' })
  @ApiBodyErrors(TRUST_RULE.message)
  @ApiErrors({ 404: [MESSAGE_NOT_FOUND], 409: [BODY_GONE] })
  @HttpCode(200)
  @RequireScope('sales:write')
  retry(
    @Param('id') id: string,
    @Param('message') message: string,
    @Body() body: RetryInboxMessageDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<InboxMessageDto> {
    return this.inbox.retry(id, message, body, actor);
  }
}
