import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH, unavailable } from '../../platform/errors/errors';
import { rulesOf } from '../../platform/fields/rules';
import { afterPlace, linkNextPage, SHORT_PAGES } from '../../platform/http/answers/paging';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { CUSTOMERS } from '../../platform/openapi/groups';
import { Tagged } from '../../platform/preconditions/conditional';
import { Q_RULES } from '../../platform/search-index/search-text';
import { ApiUid } from './api-uid';
import { CUSTOMER_FIELDS } from './customer-fields';
import { CUSTOMER_NOT_FOUND, customerExists, CustomersService } from './customers.service';
import { CUSTOMER_TAGS } from './to-customer-dto';
import { CreateCustomerDto, UID_RULE } from './dto/create-customer.dto';
import { CustomerDto } from './dto/customer.dto';
import { ListCustomersDto, UIDS_RULE } from './dto/list-customers.dto';

@ApiTags(CUSTOMERS)
@Controller('api/customers')
export class CustomersController {
  constructor(
    private readonly customers: CustomersService,
    private readonly longReads: LongReads,
  ) {}

  /** Creates a customer. License keys need no such record, and may name the uid already. */
  @Post()
  @ApiOperation({ operationId: 'createCustomer' })
  @ApiResponse({ status: 201, type: CustomerDto, description: 'The new customer.' })
  @ApiBodyErrors(
    UID_RULE.message,
    ...rulesOf(CUSTOMER_FIELDS, 'create', ['name', 'email', 'language', 'note', 'metadata']),
  )
  @ApiErrors({ 409: [customerExists('customer-17')] })
  @RequireScope('customers:write')
  create(@Body() body: CreateCustomerDto, @CurrentActor() actor: CallingActor): Promise<CustomerDto> {
    return this.customers.create(body, actor);
  }

  /** Lists customers by ascending record id or in another order; uids that only license keys name are not among them. */
  @Get()
  @ApiOperation({ operationId: 'listCustomers' })
  @ApiResponse({
    status: 200,
    type: [CustomerDto],
    description: `A \`Link\` header with rel="next" leads to the next page while more may follow. ${SHORT_PAGES}`,
  })
  @ApiErrors({
    400: ['limit must be an integer from 1 to 1000.', ...Q_RULES, UIDS_RULE.message],
    503: [unavailable()],
  })
  @RequireScope('customers:read')
  async list(
    @Query() query: ListCustomersDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CustomerDto[]> {
    const { items, next } = await this.longReads.page(response, (isLate) => this.customers.getPage(query, isLate));
    if (next) linkNextPage(request, response, afterPlace(next));
    return items;
  }

  /** Fetches one customer. */
  @Get(':uid')
  @ApiOperation({ operationId: 'getCustomer' })
  @ApiUid()
  @Tagged(CUSTOMER_TAGS, CustomerDto)
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [CUSTOMER_NOT_FOUND] })
  @RequireScope('customers:read')
  get(@Param('uid') uid: string): Promise<CustomerDto> {
    return this.customers.get(uid);
  }
}
