import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { SALES } from '../../platform/openapi/groups';
import {
  BEFORE_RULE,
  KEY_RULE,
  ListOrdersDto,
  OrderDto,
  PROBLEM_RULE,
  SOURCE_RULE,
  STATUS_RULE,
} from './dto/order.dto';
import { ORDER_NOT_FOUND, OrdersService } from './orders.service';

@ApiTags(SALES)
@Controller('api/orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  /** Lists what was bought, the newest first. */
  @Get()
  @ApiOperation({ operationId: 'listOrders' })
  @ApiResponse({
    status: 200,
    type: [OrderDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({
    400: [
      'limit must be an integer from 1 to 1000.',
      STATUS_RULE.message,
      PROBLEM_RULE.message,
      SOURCE_RULE,
      KEY_RULE,
      BEFORE_RULE,
    ],
  })
  @RequireScope('sales:read')
  async list(
    @Query() query: ListOrdersDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OrderDto[]> {
    const { items, next } = await this.orders.getPage(query);
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }

  /** Fetches one order. */
  @Get(':id')
  @ApiOperation({ operationId: 'getOrder' })
  @ApiParam({
    name: 'id',
    description: 'The record id of the order.',
    schema: { type: 'integer', minimum: 1, example: 1 },
  })
  @ApiResponse({ status: 200, type: OrderDto, description: 'The order.' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [ORDER_NOT_FOUND] })
  @RequireScope('sales:read')
  get(@Param('id') id: string): Promise<OrderDto> {
    return this.orders.get(id);
  }
}
